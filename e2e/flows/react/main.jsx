/** A reading list: React single page with a router, optimistic updates, a debounced search and a dialog. */

import * as React from 'react';
import { createRoot } from 'react-dom/client';

import { BookPage } from './BookPage.jsx';
import { CatalogPage } from './CatalogPage.jsx';
import { ListPage } from './ListPage.jsx';
import { Link, usePath } from './router.jsx';
import { useList } from './list.jsx';
import { request } from './request.js';

const POLL_MS = 700;

function App() {
  const path = usePath();
  const list = useList();
  return (
    <>
      <header>
        <nav>
          <Link self="nav-catalog" to="/">
            Catalogue
          </Link>
          <Link self="nav-list" to="/list">
            My list <span className="badge">{list.books.length}</span>
          </Link>
          <Status />
        </nav>
      </header>
      <main>{pageFor(path, list)}</main>
      {list.problem !== '' && <p role="alert">{list.problem}</p>}
    </>
  );
}

function pageFor(path, list) {
  const [, id] = /^\/books\/(\w+)$/.exec(path) ?? [];
  if (id !== undefined) return <BookPage key={id} id={id} list={list} />;
  return path === '/list' ? <ListPage list={list} /> : <CatalogPage list={list} />;
}

/** Asks again and again how many people are here. */
function Status() {
  const [readers, setReaders] = React.useState();
  React.useEffect(() => {
    const ask = () => request('GET', '/api/status').then(({ readers }) => setReaders(readers));
    void ask();
    const timer = setInterval(ask, POLL_MS);
    return () => clearInterval(timer);
  }, []);
  return readers === undefined ? null : <small data-testid="readers">{readers} readers online</small>;
}

createRoot(document.getElementById('app')).render(<App />);
