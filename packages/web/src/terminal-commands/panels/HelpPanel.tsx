import { useState } from 'react'
import { rankCommands } from '../../composer/completion/rank-commands.ts'
import { useAnswer } from '../../reading/use-reading.ts'
import { toVisibleText } from '../../text/visible-text.ts'
import { ActionOutcome } from '../ActionOutcome.tsx'
import type { PanelProps } from '../panel-props.ts'

/** `/help`: everything that can be typed behind a slash. */
export function HelpPanel({ listCommands }: PanelProps) {
  const { data, problem, isLoading } = useAnswer('commands', listCommands)
  const [query, setQuery] = useState('')
  return (
    <>
      <p>
        <kbd>/</kbd> begins a command, <kbd>@</kbd> names a file, <kbd>↑</kbd> and <kbd>Ctrl</kbd>+<kbd>R</kbd> bring
        back what you typed before.
      </p>
      <input
        className="field"
        type="search"
        aria-label="Find a command"
        placeholder="Find a command"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <dl className="panel-terms">
        {rankCommands(data ?? [], query).map(({ name, description, argumentHint, from }) => (
          <div key={name}>
            <dt>
              <code>
                /{toVisibleText(name)} {argumentHint !== undefined && toVisibleText(argumentHint)}
              </code>
            </dt>
            <dd>
              {description !== undefined && toVisibleText(description)}{' '}
              {from !== undefined && <span className="quiet">({toVisibleText(from)})</span>}
            </dd>
          </div>
        ))}
      </dl>
      <ActionOutcome problem={problem} isLoading={isLoading} />
    </>
  )
}
