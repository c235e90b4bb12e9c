/** A login page with a planted bug: an answer of the server is not looked at before it is used. */

import * as React from 'react';

const { forwardRef, memo, useReducer, useState } = React;

export class App extends React.Component {
  state = { crashed: false };

  render() {
    return this.state.crashed ? <p>Sorry.</p> : <AuthProvider>{this.props.children}</AuthProvider>;
  }
}

if (location.search !== '?unsafe') App.getDerivedStateFromError = () => ({ crashed: true });

function AuthProvider({ children }) {
  const [user, setUser] = useState(null);
  return <main data-user={user}>{children ?? <LoginPage onSuccess={setUser} />}</main>;
}

const LoginPage = memo(function LoginPage({ onSuccess }) {
  const [isShown, show] = useReducer(() => true, false);
  return (
    <section>
      <LoginForm initialEmail="ann@example.org" onSuccess={onSuccess} />
      <button id="details" onClick={show}>
        Details
      </button>
      {isShown && <Details user={undefined} />}
    </section>
  );
});

export const LoginForm = forwardRef(function LoginForm({ initialEmail, onSuccess, login = () => ({}) }, ref) {
  const [form, change] = useState({ email: initialEmail, password: '', loading: false, error: null });
  const submit = async () => {
    const result = await login(form);
    onSuccess(result.data.user);
  };
  const submitAtOnce = () => {
    change({ ...form, loading: true });
    onSuccess(login(form).data.user);
  };
  return (
    <form ref={ref}>
      <button id="wait" type="button" onClick={submit}>
        Login
      </button>
      <button id="login" type="button" onClick={submitAtOnce}>
        Login
      </button>
    </form>
  );
});

function Details({ user }) {
  return <p>{user.name}</p>;
}
