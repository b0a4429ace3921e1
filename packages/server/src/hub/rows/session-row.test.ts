import type { SessionSummary } from '@quarterdeck/archive'
import type { Holder } from '@quarterdeck/driver'
import { initialState } from '@quarterdeck/transcript'
import { describe, expect, it } from 'vitest'
import { toLiveRow, toRecordedRow } from './session-row.ts'

const summary = {
  ...{ sessionId: 's', title: 'From disk', firstPrompt: 'First', projectPath: '/project', gitBranch: 'main' },
  ...{ model: 'old', tag: 'blue', isArchived: true, forkedFrom: { sessionId: 'o', messageUuid: null } },
  ...{ created: '2026-01-01T00:00:00.000Z', modified: '2026-01-02T00:00:00.000Z', messageCount: 7, costUsd: 1.5 },
  ...{ deletedFrom: '2026-02-01T00:00:00.000Z', isKept: false },
} as unknown as SessionSummary

const view = {
  ...{ sessionId: 's', created: '2026-01-01T12:00:00.000Z', cwd: '/project', lastAt: '2026-01-03T00:00:00.000Z' },
  ...{ isLive: true, title: undefined, forkedFrom: null },
  state: { ...initialState, status: 'working' as const, about: { ...initialState.about, model: 'new' } },
}
const nothing = { holder: null, mark: null, why: undefined }
const holder: Holder = {
  ...{ pid: 5, by: 'registration', isCertain: true, cwd: '/project', startedAtMs: 1, version: '2.1.325' },
  ...{ entrypoint: 'cli', status: 'busy' },
}

describe('a row of the list', () => {
  it('has what runs from the log, and what was counted from the transcript', () => {
    expect(toLiveRow(view, summary, nothing)).toMatchObject({
      ...{ title: 'From disk', firstPrompt: 'First', gitBranch: 'main', messageCount: 7, costUsd: 1.5, tag: 'blue' },
      ...{ created: summary.created, modified: view.lastAt, status: 'working', live: true, model: 'new' },
      ...{ forkedFrom: { sessionId: 'o' }, archived: true, deletedOn: null },
    })
  })

  it('is there before there is a transcript, under the name it was given', () => {
    expect(toLiveRow(view, null, nothing)).toMatchObject({ title: 'New session', messageCount: null, tag: null })
    expect(toLiveRow({ ...view, title: 'Named' }, null, nothing).title).toBe('Named')
  })

  it('says who else has the session, and what that does', () => {
    const row = toRecordedRow(summary, { ...nothing, holder })
    expect(row).toMatchObject({ status: 'working', heldBy: { pid: 5, what: "a terminal in '/project'" } })
    expect(toRecordedRow(summary, { ...nothing, holder: { ...holder, status: null } }).status).toBe('idle')
    expect(toRecordedRow(summary, nothing)).toMatchObject({ status: 'disconnected', heldBy: null })
  })

  it('says that it failed while nobody knows, and when the clean-up comes unless it is kept', () => {
    const mark = { kind: 'failed' as const, text: 'Overloaded.', since: '', isUnread: true }
    expect(toRecordedRow(summary, { ...nothing, mark })).toMatchObject({
      ...{ status: 'error', why: 'Overloaded.', unread: true, deletedOn: summary.deletedFrom, kept: false },
    })
    expect(
      toRecordedRow({ ...summary, isKept: true }, { ...nothing, mark: { ...mark, isUnread: false } }),
    ).toMatchObject({
      ...{ status: 'disconnected', unread: false, deletedOn: null, kept: true, onlyCopy: false },
    })
    expect(toRecordedRow({ ...summary, isKept: true, deletedFrom: null }, nothing)).toMatchObject({ onlyCopy: true })
  })
})
