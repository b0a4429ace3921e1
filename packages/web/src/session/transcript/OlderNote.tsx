import type { Older } from './use-older.ts'

/** Stands in the room above the first row, and takes none: nothing moves when it comes and goes. */
export function OlderNote({ older }: { older: Older }) {
  if (older.isLoading) return <p className="older-note quiet">Reading what came before…</p>
  if (older.problem === null) return null
  const words = `What came before could not be read. ${older.problem}`
  return (
    <p className="older-note" role="alert">
      <span className="error" title={words}>
        {words}
      </span>
      <button type="button" className="small-button" onClick={older.load}>
        Try again
      </button>
    </p>
  )
}
