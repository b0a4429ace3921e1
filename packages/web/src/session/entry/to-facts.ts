import type { Row, SessionState } from '@quarterdeck/transcript'
import { toCount } from '../../text/to-count.ts'
import { toWholeTime } from '../../text/to-time.ts'
import { toVisibleText } from '../../text/visible-text.ts'
import { entryOf } from './entry-of.ts'

/** When it was, from which device, by which model, and how many tokens went into it and came out. */
export function toFacts(state: SessionState, row: Row): string[] {
  const entry = entryOf(state, row)
  const { model, usage } = entry?.kind === 'assistant' ? entry : {}
  const by = row.kind === 'user' ? row.entry.by : undefined
  const tokens =
    usage === undefined
      ? undefined
      : `${toCount(usage.input + usage.cacheWrite)} tokens in, ${toCount(usage.cacheRead)} from cache, ${toCount(usage.output)} out`
  const at = row.at === undefined ? '' : toWholeTime(row.at)
  const sent = by === undefined ? undefined : `Sent from ${toVisibleText(by)}`
  return [at, sent, model, tokens].filter((fact): fact is string => fact !== undefined && fact !== '')
}
