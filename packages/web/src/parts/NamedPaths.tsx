import { useState } from 'react'
import { toVisibleText } from '../text/visible-text.ts'

interface Props {
  paths: readonly string[]
  /** Without any of them there is nothing to go on with. */
  mustChoose?: boolean
  onAnswer: (chosen: string[]) => void
}

/** Asks about files that programs obey by themselves, each by its name, before anything of them is shown or changed. */
export function NamedPaths({ paths, mustChoose = false, onAnswer }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const toggle = (path: string) => {
    const next = new Set(chosen)
    if (!next.delete(path)) next.add(path)
    setChosen(next)
  }
  return (
    <fieldset className="named-paths">
      <legend>Claude Code, editors or git obey these files without asking. Choose which to put back.</legend>
      {paths.map((path) => (
        <label key={path}>
          <input type="checkbox" checked={chosen.has(path)} onChange={() => toggle(path)} />{' '}
          <code>{toVisibleText(path)}</code>
        </label>
      ))}
      <div className="row">
        <button
          type="button"
          className="button primary"
          disabled={mustChoose && chosen.size === 0}
          onClick={() => onAnswer(paths.filter((path) => chosen.has(path)))}
        >
          Show what would change
        </button>
      </div>
    </fieldset>
  )
}
