import { createHash } from 'node:crypto'
import type { Archive, Position } from '@quarterdeck/archive'
import type { FeedRecord } from './feed-record.ts'
import type { PastLines } from './past.ts'
import type { Present, PresentEvent } from './present.ts'

/** What others write to a session from now on: a terminal, mostly. */
export function createTranscriptPresent(archive: Archive, past: PastLines, epoch: string): Present {
  const records: FeedRecord[] = []
  let unfollow: () => void = () => undefined
  return {
    epoch,
    problem: null,
    readAfter(seq, maxCharacters) {
      const found: FeedRecord[] = []
      let characters = 0
      for (let index = Math.max(0, seq - past.lines); index < records.length && characters < maxCharacters; index++) {
        const record = records[index] as FeedRecord
        found.push(record)
        characters += record.message.length
      }
      return found
    },
    subscribe(listener: (event: PresentEvent) => void) {
      unfollow = archive.followSession(past.sessionId, past.position, (event) => {
        if (event.kind === 'reset') return listener({ kind: 'replaced' })
        for (const message of event.lines) {
          const record = { seq: past.lines + records.length + 1, head: '', message }
          records.push(record)
          listener({ kind: 'record', record })
        }
      })
    },
    close: () => unfollow(),
  }
}

/**
 * Names the numbers of a transcript's lines. The lines of an agent stand in the middle, so that whoever reads the files again
 * counts others when an agent has written since: that is another epoch. The session's own file only grows at its end.
 */
export function toTranscriptEpoch(identity: string, position: Position): string {
  const agents = Object.entries(position).filter(([agentId]) => agentId !== '')
  const text = JSON.stringify([identity, agents.sort(([one], [other]) => (one < other ? -1 : 1))])
  return `t-${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
}
