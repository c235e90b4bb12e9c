/** The page of the document's full example of an enriched error: a login that is refused, and an answer used unread. */

import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { createProject } from './project.ts';
import type { Sources } from './project.ts';

/**
 * Line 42 of the form is the planted bug, and the lines around it are the document's own, but for one: there the error is
 * swallowed with `setError(err.message)`, while here it is reported, as apps with monitoring do.
 */
const SOURCES: Sources = {
  'src/components/LoginForm.tsx': `import { useState } from 'react'

import { loginApi } from '../api/login'
import { signedIn, store } from '../store'

interface Form {
  email: string
  password: string
  loading: boolean
  error: string | null
}

/** Where people log in. */
export function LoginForm({ initialEmail }: { initialEmail: string }) {
  const setUser = (user: unknown) => store.dispatch(signedIn(user))
  const [form, change] = useState<Form>({
    email: initialEmail,
    password: '',
    loading: false,
    error: null,
  })
  const credentials = { email: form.email, password: form.password }

  const update = (part: Partial<Form>) => change((before) => ({ ...before, ...part }))

  const setLoading = (loading: boolean) => update({ loading })

  const setPassword = (password: string) => update({ password })

  /** Shown to the person, and to capture. */
  const setError = (error: Error) => {
    update({ error: error.message })
    reportError(error)
  }

  // The planted bug: whether the login was refused is not looked at.
  const handleSubmit = async (e) => {
    e.preventDefault()
    setLoading(true)
    try {
      const result = await loginApi(credentials)
      setUser(result.data.user)
    } catch (err) {
      setError(err)
    } finally {
      setLoading(false)
    }
  }

  return (
    <form onSubmit={handleSubmit}>
      <input id="password" type="password" onChange={(e) => setPassword(e.target.value)} />
      <button id="submit">Login</button>
    </form>
  )
}
`,
  'src/api/login.ts': `import { failed, store } from '../store'

export async function loginApi(credentials: object): Promise<any> {
  const response = await fetch('/api/login', { method: 'POST', body: JSON.stringify(credentials) })
  if (!response.ok) store.dispatch(failed(\`Request failed with status \${response.status}\`))
  return response.json()
}
`,
  'src/store.ts': `import { configureStore, createSlice } from '@reduxjs/toolkit'

const auth = createSlice({
  name: 'auth',
  initialState: { user: null, token: 'abc', loading: true, error: null },
  reducers: {
    failed: (state, { payload }) => ({ ...state, loading: false, error: payload }),
    signedIn: (state, { payload }) => ({ ...state, loading: false, user: payload }),
  },
})
const cart = createSlice({ name: 'cart', initialState: { items: [], total: 0 }, reducers: {} })

export const { failed, signedIn } = auth.actions
export const store = configureStore({ reducer: { auth: auth.reducer, cart: cart.reducer } })
`,
  'src/main.tsx': `import { useState } from 'react'
import { createRoot } from 'react-dom/client'

import { LoginForm } from './components/LoginForm'
import { store } from './store'

function App({ theme }) {
  return <AuthProvider><LoginPage onSuccess={() => {}} /></AuthProvider>
}

function AuthProvider({ children }) {
  const [user] = useState(store.getState().auth.user)
  return <main data-user={user}>{children}</main>
}

function LoginPage({ onSuccess }) {
  return <LoginForm initialEmail="ann@example.org" />
}

window.__gasoline?.registerStore('redux', store)
window.__gasoline?.annotate('checkout', 'guest')
createRoot(document.getElementById('app')).render(<App theme="dark" />)
`,
};

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** The page's script, built for development as into `static/js`, with its map in it. */
export async function loginExample(): Promise<string> {
  const project = await createProject(SOURCES);
  const { outputFiles } = await build({
    absWorkingDir: project.folder,
    entryPoints: ['src/main.tsx'],
    outfile: 'static/js/main.js',
    bundle: true,
    write: false,
    jsx: 'automatic',
    sourcemap: 'inline',
    define: { 'process.env.NODE_ENV': '"development"' },
    nodePaths: [MODULES],
    logLevel: 'error',
  });
  await project.remove();
  return outputFiles[0]?.text ?? '';
}
