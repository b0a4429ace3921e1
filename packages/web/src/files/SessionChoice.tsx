import type { SessionRow } from '@quarterdeck/contract'
import { useMemo } from 'react'
import { Choice } from '../reading/Choice.tsx'
import { findOptions } from '../sessions/choose-sessions.ts'
import { toAge } from '../text/to-age.ts'
import { toShortPath } from '../tools/to-short-path.ts'

/** A list of more is no help: the project narrows it down. */
const SHOWN = 300

interface Props {
  rows: readonly SessionRow[]
  project: string
  session: string
  now: number
  onChange: (changes: Record<string, string>) => void
}

export function SessionChoice({ rows, project, session, now, onChange }: Props) {
  const projects = useMemo(
    () => findOptions(rows, 'projectPath').map(({ value }) => ({ value, label: toShortPath(value) })),
    [rows],
  )
  const newest = useMemo(
    () =>
      rows
        .filter((row) => project === '' || row.projectPath === project)
        .sort((one, other) => (one.modified < other.modified ? 1 : -1)),
    [rows, project],
  )
  const sessions = newest
    .filter(({ sessionId }, index) => index < SHOWN || sessionId === session)
    .map(({ sessionId, title, modified }) => ({ value: sessionId, label: `${title} · ${toAge(modified, now)} ago` }))
  return (
    <div className="filters session-choice">
      <Choice
        name="Project"
        all="All projects"
        value={project}
        options={projects}
        field="project"
        onChange={(choice) => onChange({ ...choice, session: '', file: '', version: '', from: '' })}
      />
      <Choice
        name="Session"
        all="Choose a session"
        value={session}
        options={sessions}
        field="session"
        onChange={(choice) => onChange({ ...choice, file: '', version: '', from: '' })}
      />
    </div>
  )
}
