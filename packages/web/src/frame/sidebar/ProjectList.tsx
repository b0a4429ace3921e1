import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { useReading } from '../../reading/use-reading.ts'
import { toFolderName } from '../../text/to-folder-name.ts'
import { toVisibleText } from '../../text/visible-text.ts'
import { useLive } from '../quarterdeck.ts'
import { mergeProjects, type Project } from './merge-projects.ts'
import { SessionLink } from './SessionLink.tsx'

const SHOWN = 12
/** Sessions of a project that are shown below it; the view of sessions has all. */
const SESSIONS = 8

/** Projects, the one with the newest session first, each with its sessions when it is opened. */
export function ProjectList({ current, now }: { current: string | undefined; now: number }) {
  const rows = useLive((state) => state.rows)
  // Turns begin and end; between that, nothing changes that is counted here.
  const news = rows?.filter((row) => row.live).map((row) => row.sessionId + row.status)
  const asked = rows === null ? null : { query: { limit: 200 } }
  const { data } = useReading('GET /api/claude/projects', asked, `${rows?.length} ${news}`)
  const [isWhole, setIsWhole] = useState(false)
  const projects = useMemo(() => mergeProjects(data?.items ?? [], rows ?? []), [data, rows])
  if (projects.length === 0) return null
  const shown = isWhole ? projects : projects.slice(0, SHOWN)
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
      {projects.length > SHOWN && (
        <button type="button" className="side-more" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show fewer projects' : `Show all ${projects.length} projects`}
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
  const asked = isOpen ? { query: { project: path, limit: SESSIONS } } : null
  const { data, problem } = useReading('GET /api/claude/sessions', asked, sessionCount)
  return (
    <li>
      <button
        type="button"
        className="project"
        aria-expanded={isOpen}
        title={toVisibleText(path)}
        onClick={() => setIsOpen(!isOpen)}
      >
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
            <Link className="side-more" href={`/sessions?project=${encodeURIComponent(path)}`}>
              All {sessionCount} of this project
            </Link>
          )}
        </>
      )}
    </li>
  )
}
