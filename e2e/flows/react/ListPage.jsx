/** One's own list: dragged into order, renamed by a double click, added to in a dialog. */

import * as React from 'react';

export function ListPage({ list }) {
  const [isOpen, setOpen] = React.useState(false);
  return (
    <>
      <h1>My list</h1>
      <ol aria-label="My books">
        {list.books.map((book) => (
          <Row key={book.id} book={book} list={list} />
        ))}
      </ol>
      <button data-self="new-book" onClick={() => setOpen(true)}>
        New book
      </button>
      {isOpen && <NewBook list={list} close={() => setOpen(false)} />}
    </>
  );
}

function Row({ book, list }) {
  const [isEdited, setEdited] = React.useState(false);
  const drop = (event) => {
    event.preventDefault();
    void list.move(event.dataTransfer.getData('text/plain'), book.id);
  };
  return (
    <li
      data-self={isEdited ? '' : `row ${book.title}`}
      className="row"
      // Text could not be selected in what is dragged.
      draggable={!isEdited}
      onDragStart={(event) => event.dataTransfer.setData('text/plain', book.id)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      {isEdited ? (
        <TitleField book={book} list={list} close={() => setEdited(false)} />
      ) : (
        <span data-self={`title ${book.title}`} onDoubleClick={() => setEdited(true)}>
          {book.title}
        </span>
      )}
      <button
        data-self={`remove ${book.title}`}
        aria-label={`Remove ${book.title}`}
        onClick={() => list.remove(book.id)}
      >
        ✕
      </button>
    </li>
  );
}

function TitleField({ book, list, close }) {
  const [title, setTitle] = React.useState(book.title);
  const finish = (event) => {
    if (event.key === 'Escape') close();
    if (event.key !== 'Enter') return;
    void list.rename(book.id, title);
    close();
  };
  return (
    <input
      data-self="edit-title"
      aria-label="Title"
      autoFocus
      value={title}
      onChange={({ target }) => setTitle(target.value)}
      onKeyDown={finish}
    />
  );
}

function NewBook({ list, close }) {
  const id = React.useId();
  const submit = (event) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void list.create(form.get('title'), form.get('kind'));
    close();
  };
  return (
    <dialog open aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>New book</h2>
      <form onSubmit={submit}>
        <label htmlFor={`${id}-title`}>Title</label>
        <input data-self="new-title" id={`${id}-title`} name="title" required />
        <label htmlFor={`${id}-kind`}>Kind</label>
        <select data-self="new-kind" id={`${id}-kind`} name="kind">
          <option value="novel">Novel</option>
          <option value="essay">Essay</option>
          <option value="poetry">Poetry</option>
        </select>
        <button data-self="create">Create</button>
        <button data-self="cancel" type="button" onClick={close}>
          Cancel
        </button>
      </form>
    </dialog>
  );
}
