import type { PairingState } from './pairing.ts'

interface Words {
  title: string
  text: string
  hasCommand?: boolean
}

const NAME = 'Quarterdeck'

function toWords(state: Exclude<PairingState, { kind: 'paired' }>): Words {
  switch (state.kind) {
    case 'checking':
      return { title: NAME, text: 'Waiting for an answer of the server…' }
    case 'pairing':
      return { title: 'Pairing this browser', text: 'One moment.' }
    case 'not_paired':
      return {
        title: 'This browser is not paired',
        text: 'Open a link that lets it in. To get one, run',
        hasCommand: true,
      }
    case 'revoked':
      return {
        title: 'This browser is not paired any more',
        text: 'It was revoked, or the server has other data now. To let it in again, run',
        hasCommand: true,
      }
    case 'link_used':
      return {
        title: 'This link was used already',
        text: 'Each link lets one browser in. For another one, run',
        hasCommand: true,
      }
    case 'link_expired':
      return {
        title: 'This link has expired',
        text: 'A link is good for five minutes. For a new one, run',
        hasCommand: true,
      }
    case 'insecure':
      return { title: 'This address is not encrypted', text: state.message }
    case 'problem':
      return {
        title: state.isPairing ? 'This browser could not be paired' : 'The server did not let this page in',
        text: state.message,
      }
  }
}

/** The view of a browser that is not paired, in place of everything else. */
export function PairingView({
  state,
  onRetry,
}: {
  state: Exclude<PairingState, { kind: 'paired' }>
  onRetry: () => void
}) {
  const words = toWords(state)
  const isUnderWay = state.kind === 'pairing' || state.kind === 'checking'
  return (
    <main className={`middle alone${state.kind === 'checking' && !state.isAgain ? ' late' : ''}`}>
      {words.title !== NAME && <p className="quiet">{NAME}</p>}
      <h1>{words.title}</h1>
      <p className="quiet" role={isUnderWay ? 'status' : 'alert'}>
        {words.text}
        {words.hasCommand && (
          <>
            {' '}
            <code>quarterdeck pair</code> (in a clone: <code>npm start -- pair</code>) on the machine of the server;
            where it was started with <code>--data</code>, with the same.
          </>
        )}
      </p>
      {state.kind === 'problem' && (
        <button type="button" className="button primary" onClick={onRetry}>
          Try again
        </button>
      )}
    </main>
  )
}
