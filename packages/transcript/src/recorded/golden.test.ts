import { listRecordedVersions, listRecordings, readRecording } from '@quarterdeck/testkit'
import { describe, expect, it } from 'vitest'
import { fold } from '../lines/fold.ts'
import { initialState } from '../state/session-state.ts'
import { printSession } from './print-session.ts'
import { toRecordedSessions } from './recorded-sessions.ts'

/** Written anew with `npm test -- packages/transcript/src/recorded/golden -u`, and then read: they are what people will see. */
describe.each(listRecordedVersions())('the rows of the recordings of %s read as they should', (version) => {
  it.each(listRecordings(version))('%s', async (name) => {
    const sessions = toRecordedSessions(readRecording(version, name))
    const text = sessions
      .map(({ shown }) => printSession(shown.reduce(fold, initialState)))
      .join('\n=== another session\n')
    await expect(text).toMatchFileSnapshot(`../../golden/${version}/${name}.txt`)
  })
})
