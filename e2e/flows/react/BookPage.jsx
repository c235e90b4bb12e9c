/** One book, with a note of one's own. */

import * as React from 'react';

import { request } from './request.js';

export function BookPage({ id, list }) {
  const [book, setBook] = React.useState();
  const [saved, setSaved] = React.useState(false);
  const note = React.useRef(null);
  React.useEffect(() => {
    request('GET', `/api/books/${id}`).then(setBook);
  }, [id]);
  if (book === undefined) return <p aria-busy="true">Loading…</p>;
  const save = async () => {
    await request('PUT', `/api/books/${id}/note`, { text: note.current.innerText });
    setSaved(true);
  };
  return (
    <article>
      {!flow.faults.includes('missing-heading') && <h1>{book.title}</h1>}
      <p data-testid="author">by {book.author ?? 'nobody'}</p>
      <div
        ref={note}
        data-self="note"
        contentEditable
        suppressContentEditableWarning
        role="textbox"
        aria-label="Your note"
        aria-multiline="true"
      />
      <button data-self="save-note" onClick={save}>
        Save note
      </button>
      {saved && <p role="status">Note saved</p>}
      <button data-self="add" onClick={() => list.add(book)}>
        Add to my list
      </button>
    </article>
  );
}
