import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { createApi } from './api.ts'
import './page.css'
import { takeToken } from './token.ts'

const token = takeToken()
// A new link opened in the same tab changes nothing but the part behind the #.
addEventListener('hashchange', () => location.hash.startsWith('#token=') && location.reload())
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    {token === null ? (
      <main className="middle">
        <h1>Open the link from the terminal</h1>
        <p className="quiet">The server prints a link when it starts. It lets this browser in.</p>
      </main>
    ) : (
      <App api={createApi(token)} />
    )}
  </StrictMode>,
)
