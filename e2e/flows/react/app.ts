/** The server of the reading list. */

import { buildFlow } from '../../support/apps.ts';
import type { AppAnswer, AppRequest, FlowApp, Session, Visit } from '../app.ts';
import { scriptPage } from '../html.ts';
import type { Random } from '../random.ts';

import { journey, states } from './journey.ts';

interface Book {
  readonly id: string;
  readonly title: string;
  readonly author?: string;
  readonly kind: string;
  readonly price: string;
}

const BOOKS = {
  'The Long Tide': 'R. Havel',
  'Salt & Iron': 'M. Duarte',
  'A Winter Map': 'L. Strand',
  'Letters to a Bridge': 'P. Okoye',
  'Quiet Engines': 'S. Aydin',
};

function createBooks(random: Random): readonly Book[] {
  return random.shuffled(Object.entries(BOOKS)).map(([title, author]) => ({
    id: random.id(),
    title,
    author,
    kind: 'novel',
    price: random.price(8, 30),
  }));
}

function begin({ random, has }: Visit): Session {
  const books = createBooks(random);
  let listed: readonly Book[] = books.filter(({ title }) =>
    ['Quiet Engines', 'A Winter Map'].includes(title),
  );
  let readers = random.number(10, 90);

  function list({ method, path, json }: AppRequest): AppAnswer {
    const id = path.split('/')[3];
    if (method === 'POST') {
      if (has('wrong-status')) return { status: 500, body: { message: 'no such shelf' } };
      listed = [...listed, books.find((book) => book.id === json['id']) ?? created(json)];
    }
    if (method === 'DELETE') listed = listed.filter((book) => book.id !== id);
    if (method === 'PATCH') listed = changed(listed, id, json);
    return { body: { books: listed } };
  }

  return (request) => {
    const { method, path, query } = request;
    if (path === '/api/status') return { body: { readers: (readers += 1) } };
    if (path.startsWith('/api/list')) return list(request);
    if (path === '/api/books') return { body: { books: matching(books, query.get('q') ?? '') } };
    if (path.startsWith('/api/books/') && method === 'PUT') return { body: { saved: true } };
    if (path.startsWith('/api/books/')) return oneBook(books, path, has('missing-field'));
    return { body: scriptPage('Reading list', has) };
  };
}

function matching(books: readonly Book[], text: string): readonly Book[] {
  return books.filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()));
}

function oneBook(books: readonly Book[], path: string, isWithoutAuthor: boolean): AppAnswer {
  const book = books.find(({ id }) => path === `/api/books/${id}`);
  if (book === undefined) return { status: 404, body: { message: 'no such book' } };
  return { body: isWithoutAuthor ? { ...book, author: undefined } : book };
}

function created(json: AppRequest['json']): Book {
  const text = (name: string): string => String(json[name]);
  return { id: crypto.randomUUID().slice(0, 8), title: text('title'), kind: text('kind'), price: '0.00' };
}

/** Renamed, or moved to stand before another. */
function changed(books: readonly Book[], id: string | undefined, json: AppRequest['json']): readonly Book[] {
  const { title, before } = json;
  if (typeof title === 'string') return books.map((book) => (book.id === id ? { ...book, title } : book));
  const book = books.filter((candidate) => candidate.id === id);
  const others = books.filter((candidate) => candidate.id !== id);
  const place = others.findIndex((candidate) => candidate.id === before);
  return [...others.slice(0, place), ...book, ...others.slice(place)];
}

export const react: FlowApp = {
  name: 'react',
  start: '/',
  goal: 'A Summer Map',
  error: 'no shelf for novel',
  script: () => buildFlow('react'),
  begin,
  journey,
  states,
};
