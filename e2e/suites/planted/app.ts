/**
 * A small shop that can be started with one of twenty faults: `/?fault=NAME`.
 *
 * Its pages have no ink: their pictures are part of a capture that is committed. Without a fault it does what the tests of `app-faults.spec.ts` expect. Those of `test-faults.spec.ts` were written for an older wording of it.
 */

import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** A shop that was started. */
export interface PlantedApp {
  readonly url: string;
  stop(): void;
}

const PAGE = `<!doctype html>
<html lang="en">
<title>Shop</title>
<link rel="icon" href="data:," />
<style>
  * { color: transparent !important; background: none; border: 0; outline: 0; appearance: none; }
  input { width: 3em; height: 1em; }
</style>
<h1>Shop</h1>
<nav><a href="#orders">Orders</a> <a href="#help">Help</a></nav>
<p id="status">Loading…</p>
<ul id="products"></ul>
<p data-testid="basket-count">Basket (0)</p>
<p id="total"></p>
<p id="stock"></p>
<button id="details">Show details</button>
<section id="more"></section>
<form id="order">
  <label>Name <input name="name" required /></label>
  <label>Email address <input name="email" type="email" /></label>
  <label>Delivery <select name="delivery"><option>Standard</option><option>Express</option></select></label>
  <label><input type="checkbox" name="terms" required /> I accept the terms</label>
  <button id="placeOrder">Place order</button>
</form>
<script src="/shop.js"></script>
`;

const SCRIPT = `
const fault = new URLSearchParams(location.search).get('fault');
const find = (id) => document.getElementById(id);
let count = 0;
let sum = 0;

function add(product) {
  if (fault === 'throws-on-add') product.offer.price.toFixed(2);
  if (fault === 'logs-what-it-caught') {
    try { product.offer.price.toFixed(2); } catch (error) { console.error('add failed', error); return; }
  }
  if (fault === 'says-it-failed') {
    find('more').innerHTML = '<p role="alert">Something went wrong. Please try again later.</p>';
    return;
  }
  count += 1;
  sum = fault === 'wrong-total' ? product.price : sum + product.price;
  document.querySelector('[data-testid]').textContent = 'Basket (' + count + ')';
  find('total').textContent = 'Total: ' + sum.toFixed(2) + ' EUR';
}

async function load() {
  const answer = await fetch('/api/products?fault=' + fault);
  const products = await answer.json();
  if (fault === 'rejects-on-load') throw new Error('cannot show products');
  find('status').textContent = products.length + ' products';
  for (const product of products) {
    const item = document.createElement('li');
    const button = document.createElement('button');
    button.textContent = 'Add ' + product.name + ' to basket';
    if (fault !== 'nothing-happens') button.addEventListener('click', () => add(product));
    item.append(product.name + ' ' + product.price + ' ', button);
    find('products').append(item);
  }
}

if (fault === 'swallows-bad-answer') load().catch(() => {});
else load();

find('details').addEventListener('click', () => {
  setTimeout(() => { find('more').innerHTML = '<h2>Details</h2><p>Tea and coffee from small farms.</p>'; }, 600);
});

const form = find('order');
form.noValidate = false;
if (fault === 'stays-disabled') find('placeOrder').disabled = true;
form.terms.addEventListener('change', () => {
  if (fault !== 'stays-disabled') find('placeOrder').disabled = false;
});
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (fault === 'leads-nowhere') { location.href = '/receipt'; return; }
  const path = fault === 'wrong-address' ? '/api/order' : '/api/orders';
  const answer = await fetch(path + '?fault=' + fault, { method: 'POST', body: new URLSearchParams({ name: form.name.value }) }).catch((error) => {
    if (fault === 'answers-nothing') return undefined;
    throw error;
  });
  if (answer === undefined || !answer.ok) return;
  const order = await answer.json();
  history.pushState(null, '', '/thanks?order=' + order.number);
  document.body.innerHTML = '<h1>Thank you for your order</h1><p id="accepted"></p><a href="#receipt">Receipt</a>';
  find('accepted').textContent = 'Order ' + (fault === 'says-not-accepted' ? 'not ' : '') + 'accepted';
});

if (fault === 'socket-breaks') {
  const socket = new WebSocket(location.origin.replace('http', 'ws') + '/stock');
  socket.onmessage = (message) => { find('stock').textContent = message.data; };
}
if (fault === 'covers-everything') {
  document.body.insertAdjacentHTML('beforeend', '<div class="shade" style="position: fixed; inset: 0"></div>');
}
if (fault === 'module-missing') import('/reviews.js').then(({ show }) => show(find('more')), () => {});
`;

const MORE_SCRIPT = '<script>find("more").textContent = "Reviews: 12"</script>';

/** Starts the shop on a free port. */
export async function startPlantedApp(): Promise<PlantedApp> {
  const server = createServer(answer);
  server.on('upgrade', breakSocket);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop');
  const fault = searchParams.get('fault') ?? '';
  if (pathname === '/') showPage(fault, response);
  else if (pathname === '/shop.js') send(response, 200, 'text/javascript', SCRIPT);
  else if (pathname === '/api/products') listProducts(fault, response);
  else if (pathname === '/api/orders') takeOrder(fault, response);
  else send(response, 404, 'text/html', '<h1>Not found</h1>');
}

function showPage(fault: string, response: ServerResponse): void {
  if (fault === 'blocked-by-policy') response.setHeader('content-security-policy', "script-src 'self'");
  const more = fault === 'blocked-by-policy' ? MORE_SCRIPT : '';
  const script = fault === 'script-missing' ? '/assets/shop-1f3c.js' : '/shop.js';
  send(response, 200, 'text/html', PAGE.replace('/shop.js', script) + more);
}

function listProducts(fault: string, response: ServerResponse): void {
  if (fault === 'never-answers') return;
  if (fault === 'swallows-bad-answer') {
    send(response, 200, 'text/html', '<h1>Bad gateway</h1>');
    return;
  }
  const price = fault === 'price-missing' ? undefined : 2;
  const products = [
    { name: 'Tea', price: 1 },
    { name: 'Coffee', price },
  ];
  send(response, 200, 'application/json', JSON.stringify(products));
}

function takeOrder(fault: string, response: ServerResponse): void {
  if (fault === 'answers-500') send(response, 500, 'application/json', '{"error":"no stock"}');
  else if (fault === 'answers-nothing') response.destroy();
  else send(response, 200, 'application/json', '{"number":1001}');
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(body);
}

/** Opens the connection, and drops it. */
function breakSocket(request: IncomingMessage, socket: Duplex): void {
  const key = String(request.headers['sec-websocket-key']);
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  socket.end(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
}
