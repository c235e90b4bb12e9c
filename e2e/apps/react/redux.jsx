import { configureStore, createSlice } from '@reduxjs/toolkit';
import * as React from 'react';
import { createRoot } from 'react-dom/client';
import { Provider, useDispatch } from 'react-redux';

import { App, LoginForm } from './shop.jsx';

const auth = createSlice({
  name: 'auth',
  initialState: { user: null, token: 'abc', loading: true, error: null },
  reducers: {
    failed: (state, { payload }) => ({ ...state, loading: false, error: payload }),
  },
});
const cart = createSlice({ name: 'cart', initialState: { items: [], total: 0 }, reducers: {} });
const store = configureStore({ reducer: { auth: auth.reducer, cart: cart.reducer } });

function LoginPage({ onSuccess }) {
  const dispatch = useDispatch();
  const login = async () => {
    const response = await fetch('/api/login');
    if (!response.ok) dispatch(auth.actions.failed(`Request failed with status ${response.status}`));
    return response.json();
  };
  return <LoginForm initialEmail="ann@example.org" login={login} onSuccess={onSuccess} />;
}

createRoot(document.getElementById('app')).render(
  <Provider store={store}>
    <App theme="dark">
      <LoginPage onSuccess={() => {}} />
    </App>
  </Provider>,
);
