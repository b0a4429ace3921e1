import { findTranscript } from '../cli/find-transcript.ts'
import { DriverError } from '../driver-error.ts'
import { findHolder, type Holder } from './find-holder.ts'

export interface Wanted {
  sessionId: string
  /** The CLI's data directory. */
  claudeDir: string
  /** It was ours before: then that a CLI merely runs in its folder says nothing. */
  isOurs: boolean
}

/** Throws when another process writes the session: two would spoil one transcript. */
export async function assertNotHeld({ sessionId, claudeDir, isOurs }: Wanted): Promise<void> {
  const transcript = findTranscript(claudeDir, sessionId)
  if (transcript === null) return
  const holder = await findHolder({ sessionId, transcript }, { dataDirectory: claudeDir })
  if (holder === null || (isOurs && !holder.isCertain)) return
  const advice = 'End it there first, or take the session over by force.'
  throw new DriverError('held_elsewhere', `Session '${sessionId}' is open elsewhere: ${toWords(holder)}. ${advice}`)
}

function toWords({ pid, cwd, entrypoint, isCertain }: Holder): string {
  const who = entrypoint === 'cli' ? 'a terminal' : 'another program'
  const where = cwd === null ? '' : ` in '${cwd}'`
  return `${isCertain ? '' : 'it seems, '}${who}${where} has it (process ${pid})`
}
