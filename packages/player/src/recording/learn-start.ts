import { type PlayerOptions, parseOptions } from '../options.ts'
import { toProjectName } from '../transcript/project-folder.ts'
import type { IdMap } from './id-map.ts'
import type { RecordedRun } from './parse-recording.ts'
import { parseRecorded } from './recorded-message.ts'

/** Learns which words of the recording stand for the session and the folder of this run; gives the id of the session. */
export function learnStart(map: IdMap, run: RecordedRun, options: PlayerOptions, cwd: string): string {
  const recorded = parseOptions(run.argv)
  const messages = run.entries.flatMap((entry) => (entry.dir === 'out' ? [parseRecorded(entry.line)] : []))
  const said = messages.find((message) => message?.session_id !== undefined)?.session_id
  const sessionId = options.sessionId ?? options.resume ?? crypto.randomUUID()
  const recordedId = recorded.sessionId ?? said ?? recorded.resume
  if (recorded.resume !== undefined) map.replaceInside(recorded.resume, options.resume ?? sessionId)
  if (recordedId !== undefined) map.replaceInside(recordedId, sessionId)
  const folder = messages.find((message) => message?.cwd !== undefined)?.cwd
  if (folder !== undefined) {
    map.replaceInside(folder, cwd)
    map.replaceInside(toProjectName(folder), toProjectName(cwd))
  }
  return sessionId
}
