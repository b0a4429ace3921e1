import { Kbd } from '../palette/Kbd.tsx'

/** Where no view is open, or none is to be found. */
export function Welcome({ isUnknown, onNew }: { isUnknown: boolean; onNew: () => void }) {
  return (
    <main className="main middle">
      <h1>{isUnknown ? 'There is no such page' : 'Choose a session, or start one'}</h1>
      <p className="quiet">Claude Code runs on this machine, in the folder you name.</p>
      <button type="button" className="button primary" onClick={onNew}>
        Start a session
      </button>
      <p className="quiet wide-only">
        <Kbd keys="Mod+k" /> finds everything, <Kbd keys="?" /> lists the keys.
      </p>
    </main>
  )
}
