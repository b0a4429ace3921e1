import type { SessionRow } from '@quarterdeck/contract'
import { useState } from 'react'
import { Link } from 'wouter'
import { toFolderName } from '../text/to-folder-name.ts'
import { useLive } from './quarterdeck.ts'
import { SessionLink } from './SessionLink.tsx'
import { useAsked } from './use-asked.ts'

interface Project {
  path: string
  sessionCount: number
}

const SHOWN = 12
/** Sessions of a project that are shown below it; the view of sessions has all. */
const SESSIONS = 8

/** Projects, the one with the newest session first, each with its sessions when it is opened. */
export function ProjectList({ current, now }: { current: string | undefined; now: number }) {
  const count = useLive((state) => state.rows?.length)
  const { data } = useAsked<{ items: Project[] }>(count === undefined ? null : '/api/claude/projects?limit=200', count)
  const [isWhole, setIsWhole] = useState(false)
  if (data === null || data.items.length === 0) return null
  const shown = isWhole ? data.items : data.items.slice(0, SHOWN)
  return (
    <section className="projects" aria-label="Projects">
      <p className="side-heading" aria-hidden="true">
        Projects
      </p>
      <ul aria-label="Projects">
        {shown.map((project) => (
          <ProjectItem key={project.path} project={project} current={current} now={now} />
        ))}
      </ul>
      {data.items.length > SHOWN && (
        <button type="button" className="side-more" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show fewer projects' : `Show all ${data.items.length} projects`}
        </button>
      )}
    </section>
  )
}

interface ItemProps {
  project: Project
  current: string | undefined
  now: number
}

function ProjectItem({ project: { path, sessionCount }, current, now }: ItemProps) {
  const [isOpen, setIsOpen] = useState(false)
  const query = `project=${encodeURIComponent(path)}`
  const asked = isOpen ? `/api/claude/sessions?${query}&limit=${SESSIONS}` : null
  const { data, problem } = useAsked<{ items: SessionRow[] }>(asked, sessionCount)
  return (
    <li>
      <button type="button" className="project" aria-expanded={isOpen} title={path} onClick={() => setIsOpen(!isOpen)}>
        <span className="title">{toFolderName(path)}</span> <span className="age">{sessionCount}</span>
      </button>
      {isOpen && (
        <>
          {problem !== null && <p className="side-note">{problem}</p>}
          {data === null && problem === null && <p className="side-note">Reading…</p>}
          <ul aria-label={`Sessions of ${toFolderName(path)}`}>
            {data?.items.map((row) => (
              <li key={row.sessionId}>
                <SessionLink row={row} isCurrent={row.sessionId === current} now={now} />
              </li>
            ))}
          </ul>
          {sessionCount > SESSIONS && (
            <Link className="side-more" href={`/sessions?${query}`}>
              All {sessionCount} of this project
            </Link>
          )}
        </>
      )}
    </li>
  )
}
