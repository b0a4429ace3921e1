import type { Overview } from '@quarterdeck/transcript'
import { useState } from 'react'
import { LiveProblem } from '../live/live-problem.ts'
import { toCount } from '../text/to-count.ts'
import { toVisibleText } from '../text/visible-text.ts'
import { listOf, numberOf, textOf } from '../tools/read-field.ts'
import { Panel } from './Panel.tsx'

/** From here on it is said: the conversation will be compacted soon. */
const NEARLY_FULL = 0.8

interface Category {
  name: string
  tokens: number
  kind: string
}

interface Props {
  context: Overview['context']
  /** A process is there that can be asked: to start one for this alone would be a surprise. */
  canAsk: boolean
  /** Asks the CLI; rejects with a sentence where it cannot say. */
  onAsk: () => Promise<unknown>
}

/** How full the model's window is, and with what. */
export function ContextPanel({ context: { usedTokens, windowTokens }, canAsk, onAsk }: Props) {
  const [categories, setCategories] = useState<readonly Category[] | null>(null)
  const [state, setState] = useState<'idle' | 'asking' | string>('idle')
  const share = windowTokens === 0 ? 0 : usedTokens / windowTokens
  function ask() {
    setState('asking')
    onAsk().then(
      (answer) => {
        setCategories(readCategories(answer))
        setState('idle')
      },
      (error: Error) => setState(toReason(error)),
    )
  }
  return (
    <Panel name="Context" note={`${Math.round(share * 100)} %`}>
      <p className={share > NEARLY_FULL ? 'nearly-full' : 'quiet'}>
        {toCount(usedTokens)} of {toCount(windowTokens)} tokens.
        {share > NEARLY_FULL && ' It is nearly full: Claude will soon compact the conversation.'}
      </p>
      {categories !== null && <CategoryList categories={categories} />}
      {state !== 'idle' && state !== 'asking' && <p className="quiet">{state}</p>}
      {canAsk && (
        <button type="button" className="small-button" disabled={state === 'asking'} onClick={ask}>
          {state === 'asking' ? 'Asking Claude Code…' : categories === null ? 'What fills it' : 'Count again'}
        </button>
      )}
    </Panel>
  )
}

function CategoryList({ categories }: { categories: readonly Category[] }) {
  const whole = Math.max(
    1,
    categories.reduce((sum, { tokens }) => sum + tokens, 0),
  )
  return (
    <table className="categories">
      <tbody>
        {categories.map(({ name, tokens, kind }) => (
          <tr key={name} className={kind === 'used' ? '' : 'quiet'}>
            <th scope="row">{toVisibleText(name)}</th>
            <td>{toCount(tokens)}</td>
            <td className="share">{((tokens / whole) * 100).toFixed(1)} %</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Older CLIs say it only in the conversation. */
function toReason(error: Error): string {
  const code = error instanceof LiveProblem ? error.code : ''
  return code === 'unsupported_by_cli' || code === 'timed_out'
    ? 'This version of Claude Code says it only in the conversation: send /context as a message.'
    : error.message
}

/** As `get_context_usage` answers. */
export function readCategories(answer: unknown): Category[] {
  return listOf(answer, 'categories').flatMap((category) => {
    const name = textOf(category, 'name')
    const tokens = numberOf(category, 'tokens')
    return name === undefined || tokens === undefined
      ? []
      : [{ name, tokens, kind: textOf(category, 'kind') ?? 'used' }]
  })
}
