import type { KeptSession } from '@quarterdeck/driver'
import { splitRecord } from './feed-record.ts'
import type { Present, PresentEvent } from './present.ts'

/** The log of a session, numbered behind what came before it. */
export function createLogPresent(
  kept: Pick<KeptSession, 'epoch' | 'problem' | 'readAfter' | 'subscribe'>,
  past: number,
): Present {
  const { epoch } = kept
  let unsubscribe: () => void = () => undefined
  return {
    epoch,
    get problem() {
      return kept.problem
    },
    readAfter: (seq, maxCharacters) =>
      kept.readAfter(Math.max(0, seq - past), maxCharacters).map((line) => splitRecord(line, past)),
    subscribe(listener: (event: PresentEvent) => void) {
      unsubscribe = kept.subscribe((event) => {
        if (kept.epoch !== epoch) listener({ kind: 'replaced' })
        else if (event.kind === 'record') {
          const message = event.record.message as Readonly<Record<string, unknown>>
          listener({ kind: 'record', record: splitRecord(event.line, past), message })
        } else if (event.kind === 'problem') listener(event)
      })
    },
    close: () => unsubscribe(),
  }
}
