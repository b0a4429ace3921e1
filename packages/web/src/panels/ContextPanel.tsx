import { ClientError } from '@quarterdeck/client'
import type { Overview } from '@quarterdeck/transcript'
import { useState } from 'react'
import { toCount } from '../text/to-count.ts'
import { toVisibleText } from '../text/visible-text.ts'
import { listOf, numberOf, textOf } from '../tools/read-field.ts'
import { Panel } from './Panel.tsx'
import { type Category, parseContextText } from './parse-context-text.ts'

/** From here on it is said: the conversation will be compacted soon. */
const NEARLY_FULL = 0.8

interface Props {
  context: Overview['context']
  /** A process is there that can be asked: to start one for this alone would be a surprise. */
  canAsk: boolean
  /** Asks the CLI; rejects with a sentence where it cannot say. */
  onAsk: () => Promise<unknown>
  /** What an older CLI has said of it in the conversation, and a way to have it say that. */
  told: string | null
  onSay: () => Promise<void>
}

/** How full the model's window is, and with what. */
export function ContextPanel({ context: { usedTokens, windowTokens }, canAsk, onAsk, told, onSay }: Props) {
  const [answered, setAnswered] = useState<readonly Category[] | null>(null)
  const [state, setState] = useState<'idle' | 'asking' | string>('idle')
  const share = windowTokens === null ? 0 : usedTokens / windowTokens
  const categories = answered ?? (told === null ? null : parseContextText(told))
  function ask() {
    setState('asking')
    onAsk().then(
      (answer) => {
        setAnswered(readCategories(answer))
        setState('idle')
      },
      (error: Error) => (isTooOld(error) ? say() : setState(error.message)),
    )
  }
  /** Older CLIs say it only in the conversation. */
  function say() {
    onSay().then(
      () => setState('This version of Claude Code says it in the conversation: /context was sent.'),
      (error: Error) => setState(error.message),
    )
  }
  return (
    <Panel name="Context" note={windowTokens === null ? '' : `${Math.round(share * 100)} %`}>
      <p className={share > NEARLY_FULL ? 'nearly-full' : 'quiet'}>
        {windowTokens === null ? toCount(usedTokens) : `${toCount(usedTokens)} of ${toCount(windowTokens)}`} tokens.
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
    <>
      <div className="context-bar" aria-hidden="true">
        {categories.map(({ name, tokens, kind }, index) => (
          <span key={name} className={toTint(kind, index)} style={{ flexGrow: tokens / whole }} />
        ))}
      </div>
      <table className="categories">
        <tbody>
          {categories.map(({ name, tokens, kind }, index) => (
            <tr key={name} className={kind === 'used' ? '' : 'quiet'}>
              <th scope="row" className={toTint(kind, index)}>
                {toVisibleText(name)}
              </th>
              <td>{toCount(tokens)}</td>
              <td className="share">{((tokens / whole) * 100).toFixed(1)} %</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

const TINTS = 4

/** What stands side by side in the bar is told apart; what is free is paper. */
function toTint(kind: string, index: number): string {
  return kind === 'used' ? `tint tint-${index % TINTS}` : 'tint'
}

function isTooOld(error: Error): boolean {
  return error instanceof ClientError && (error.code === 'unsupported_by_cli' || error.code === 'timed_out')
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
