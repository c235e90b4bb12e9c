/**
 * Draws the extension's icons: a drop of fuel with a flame inside.
 *
 *     node scripts/draw-icons.mjs
 *
 * Run by hand; the pictures are committed, because compressed bytes differ between versions of Node.
 */

import { writeFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';

const SIZES = [16, 32, 48, 128];
const SAMPLES = 4;
const DROP = [234, 88, 12];
const FLAME = [255, 214, 102];

/** A drop in the unit square: a circle below, its sides drawn together to a point above. */
function isInDrop(x, y, { centre, radius, top }) {
  if (y >= centre) return Math.hypot(x - 0.5, y - centre) <= radius;
  const height = (y - top) / (centre - top);
  return height >= 0 && Math.abs(x - 0.5) <= radius * Math.sin((height * Math.PI) / 2) ** 1.35;
}

const OUTER = { centre: 0.62, radius: 0.34, top: 0.02 };
const INNER = { centre: 0.72, radius: 0.17, top: 0.38 };

function colourAt(x, y) {
  if (isInDrop(x, y, INNER)) return FLAME;
  return isInDrop(x, y, OUTER) ? DROP : undefined;
}

/** One pixel as red, green, blue, alpha: the mean of a grid of samples. */
function pixel(column, row, size) {
  const sum = [0, 0, 0, 0];
  for (let sample = 0; sample < SAMPLES * SAMPLES; sample += 1) {
    const x = (column + ((sample % SAMPLES) + 0.5) / SAMPLES) / size;
    const y = (row + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES) / size;
    const colour = colourAt(x, y);
    if (colour) [...colour, 1].forEach((part, index) => (sum[index] += part));
  }
  const covered = sum[3] || 1;
  return [
    ...sum.slice(0, 3).map((part) => Math.round(part / covered)),
    Math.round((sum[3] * 255) / SAMPLES ** 2),
  ];
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}

function png(size) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // Eight bits a channel, with alpha.
  header.set([8, 6, 0, 0, 0], 8);
  const rows = Array.from({ length: size }, (_, row) => [
    0,
    ...Array.from({ length: size }, (_, column) => pixel(column, row, size)).flat(),
  ]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

for (const size of SIZES) {
  await writeFile(new URL(`../packages/gasoline-extension/icons/${size}.png`, import.meta.url), png(size));
}
