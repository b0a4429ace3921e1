import { Link } from 'wouter'
import { Kbd } from '../palette/Kbd.tsx'
import { useWaiting } from './use-waiting.ts'

/** Where no view is open, or none is to be found. */
export function Welcome({ isUnknown, onNew }: { isUnknown: boolean; onNew: () => void }) {
  const waiting = useWaiting()
  const hasWaiting = waiting > 0 && !isUnknown
  return (
    <main className="main middle">
      {hasWaiting ? (
        <>
          <h1 className="waits">{waiting === 1 ? '1 waits for you' : `${waiting} wait for you`}</h1>
          <Link href="/inbox" className="button primary">
            Open the inbox
          </Link>
          <p className="quiet">Or choose a session, or start one.</p>
        </>
      ) : (
        <>
          <h1>{isUnknown ? 'There is no such page' : 'Choose a session, or start one'}</h1>
          <p className="quiet">Claude Code runs on this machine, in the folder you name.</p>
        </>
      )}
      <button type="button" className={hasWaiting ? 'button' : 'button primary'} onClick={onNew}>
        Start a session
      </button>
      <p className="quiet wide-only">
        <Kbd keys="Mod+k" /> finds everything, <Kbd keys="?" /> lists the keys.
      </p>
    </main>
  )
}
