/** The shop's web server: its files, two API routes, and a socket that tells the stock. */

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

import { WebSocketServer } from 'ws';

const APP = fileURLToPath(new URL('./app/', import.meta.url));

const FILES = {
  '/': ['index.html', 'text/html'],
  '/shop.js': ['shop.js', 'text/javascript'],
  '/shop.css': ['shop.css', 'text/css'],
};

const PRODUCTS = [
  { name: 'Tea', price: { amount: 340, currency: 'EUR' } },
  { name: 'Honey', offer: { was: 620, now: 480 } },
];

const VOUCHERS = new Map([['SPRING', 10]]);

/** Starts the shop on a free port of this machine. */
export async function openShop() {
  const server = createServer((request, response) => {
    answer(request).then(
      ({ status = 200, type = 'application/json', body }) => {
        response.writeHead(status, { 'Content-Type': type }).end(body);
      },
      () => {
        response.writeHead(500).end();
      },
    );
  });
  const stock = new WebSocketServer({ server, path: '/stock' });
  stock.on('connection', (socket) => {
    socket.send(JSON.stringify({ left: 12 }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${server.address().port}/`,
    close() {
      for (const socket of stock.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(request) {
  const { method, url } = request;
  if (url === '/api/products') return { body: JSON.stringify(PRODUCTS) };
  if (url === '/api/orders' && method === 'POST') return order(await read(request));
  const [file, type] = FILES[url] ?? [];
  return file === undefined ? { status: 404, body: '{}' } : { type, body: await readFile(`${APP}${file}`) };
}

function order({ voucher }) {
  if (voucher !== '' && !VOUCHERS.has(voucher)) {
    return { status: 500, body: JSON.stringify({ error: 'TypeError: discount is undefined', voucher }) };
  }
  return { body: JSON.stringify({ order: 1001 }) };
}

async function read(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}
