/** All books, narrowed while somebody types. */

import * as React from 'react';

import { Link } from './router.jsx';
import { request } from './request.js';

const DEBOUNCE_MS = 150;

export function CatalogPage({ list }) {
  const [search, setSearch] = React.useState(() => new URLSearchParams(location.search).get('q') ?? '');
  const [books, setBooks] = React.useState();
  React.useEffect(() => {
    const timer = setTimeout(() => {
      const query = search === '' ? '' : `?q=${encodeURIComponent(search)}`;
      if (location.search !== query) history.replaceState(null, '', `/${query}`);
      request('GET', `/api/books${query}`).then(({ books }) => setBooks(books));
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [search]);
  return (
    <>
      <h1>Catalogue</h1>
      <input
        data-self="search"
        type="search"
        placeholder="Search by title"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      {books === undefined ? <p aria-busy="true">Loading…</p> : <Books books={books} list={list} />}
    </>
  );
}

function Books({ books, list }) {
  const isListed = ({ id }) => list.books.some((book) => book.id === id);
  return (
    <ul aria-label="Books">
      {books.map((book) => (
        <li key={book.id} className="row">
          <Link
            self={`open ${book.title}`}
            to={flow.faults.includes('wrong-route') ? '/list' : `/books/${book.id}`}
          >
            {book.title}
          </Link>
          <span>€ {book.price}</span>
          <button data-self={`add ${book.title}`} disabled={isListed(book)} onClick={adder(list, book)}>
            Add
          </button>
        </li>
      ))}
    </ul>
  );
}

function adder(list, book) {
  if (flow.faults.includes('dead-button')) return undefined;
  return () => {
    if (flow.faults.includes('thrown-error')) throw new TypeError(`no shelf for ${book.kind}`);
    void list.add(book);
  };
}
