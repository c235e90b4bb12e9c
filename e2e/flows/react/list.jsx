/** The books somebody wants to read; changes show at once and are taken back when the server refuses. */

import * as React from 'react';

import { request } from './request.js';

export function useList() {
  const [books, setBooks] = React.useState([]);
  const [problem, setProblem] = React.useState('');
  React.useEffect(() => {
    request('GET', '/api/list').then(({ books }) => setBooks(books));
  }, []);

  const change = async (next, method, path, body) => {
    const before = books;
    setBooks(next);
    setProblem('');
    try {
      const { books: stored } = await request(method, path, body);
      setBooks(stored);
    } catch {
      setBooks(before);
      setProblem('That did not work. Please try again.');
    }
  };
  return {
    books,
    problem,
    add: (book) => change([...books, book], 'POST', '/api/list', { id: book.id }),
    create: (title, kind) =>
      change([...books, { id: 'new', title, kind }], 'POST', '/api/list', { title, kind }),
    remove: (id) =>
      change(
        books.filter((book) => book.id !== id),
        'DELETE',
        `/api/list/${id}`,
      ),
    rename: (id, title) =>
      change(
        books.map((book) => (book.id === id ? { ...book, title } : book)),
        'PATCH',
        `/api/list/${id}`,
        { title },
      ),
    move: (id, before) => change(moved(books, id, before), 'PATCH', `/api/list/${id}`, { before }),
  };
}

function moved(books, id, before) {
  const book = books.find((candidate) => candidate.id === id);
  const others = books.filter((candidate) => candidate !== book);
  const place = others.findIndex((candidate) => candidate.id === before);
  return [...others.slice(0, place), book, ...others.slice(place)];
}
