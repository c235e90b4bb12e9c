import * as React from 'react';
import { createRoot } from 'react-dom/client';
import { create } from 'zustand';

import { App, LoginForm } from './shop.jsx';

const useAuth = create((set) => ({
  user: null,
  token: 'abc',
  status: 'signed out',
  login: () => {
    set({ status: 'failed' });
    return {};
  },
}));

function LoginPage() {
  const login = useAuth((state) => state.login);
  return <LoginForm initialEmail="ann@example.org" login={login} />;
}

createRoot(document.getElementById('app')).render(
  <App theme="dark">
    <LoginPage />
  </App>,
);
