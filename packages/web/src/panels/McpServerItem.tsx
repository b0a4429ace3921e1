import type { ReactNode } from 'react'
import { toTable } from '../text/to-table.ts'
import { toVisibleText } from '../text/visible-text.ts'
import type { McpServer } from './read-servers.ts'

interface Props {
  server: McpServer
  /** A sign-in to it is open. */
  hasBegun: boolean
  onReconnect: () => void
  onToggle: (isOn: boolean) => void
  onSignIn: () => void
  /** How to sign in. */
  children?: ReactNode
}

const WORDS: Readonly<Record<string, string>> = toTable({
  connected: 'connected',
  failed: 'failed',
  'needs-auth': 'needs a sign-in',
  pending: 'connecting',
  disabled: 'off',
})

export function McpServerItem({ server, hasBegun, onReconnect, onToggle, onSignIn, children }: Props) {
  const { status, error, tools } = server
  const name = toVisibleText(server.name)
  const isOff = status === 'disabled'
  return (
    <li>
      <div className="panel-row">
        <span>{name}</span>
        <span className="quiet">{WORDS[status] ?? toVisibleText(status)}</span>
      </div>
      {error !== undefined && <p className="error">{toVisibleText(error)}</p>}
      {tools.length > 0 && (
        <details className="thinking">
          <summary>
            {tools.length} {tools.length === 1 ? 'tool' : 'tools'}
          </summary>
          <p className="quiet">{toVisibleText(tools.join(', '))}</p>
        </details>
      )}
      {children}
      <div className="panel-actions">
        {status === 'needs-auth' && (
          <button
            type="button"
            className="small-button"
            aria-label={hasBegun ? `Begin again to sign in to ${name}` : `Sign in to ${name}`}
            onClick={onSignIn}
          >
            {hasBegun ? 'Begin again' : 'Sign in'}
          </button>
        )}
        {!isOff && (
          <button type="button" className="small-button" aria-label={`Reconnect ${name}`} onClick={onReconnect}>
            Reconnect
          </button>
        )}
        <button
          type="button"
          className="small-button"
          aria-label={`${isOff ? 'Turn on' : 'Turn off'} ${name}`}
          onClick={() => onToggle(isOff)}
        >
          {isOff ? 'Turn on' : 'Turn off'}
        </button>
      </div>
    </li>
  )
}
