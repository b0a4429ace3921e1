import { useLive } from '../frame/quarterdeck.ts'
import { useAbout } from '../frame/use-about.ts'
import { useReading } from '../reading/use-reading.ts'
import { toValueText, toVisibleText } from '../text/visible-text.ts'
import { readLogin } from './read-login.ts'
import { Section } from './Section.tsx'

const SOURCES: Readonly<Record<string, string>> = {
  user: 'Yours',
  project: 'Of the project',
  local: 'Yours in the project',
  managed: 'Of your organisation',
}

/** The CLI, its login and its settings files. They are read here, and changed in the CLI's own files. */
export function CliSettings() {
  const { about } = useAbout()
  const version = useLive((state) => state.version)
  const { data, problem } = useReading('GET /api/claude/settings', {})
  const login = readLogin(about)
  return (
    <Section name="Claude Code">
      <dl className="facts">
        <div>
          <dt>Version</dt>
          <dd>{about.version ?? 'known when a session has run'}</dd>
        </div>
        <div>
          <dt>Login</dt>
          <dd>
            {toVisibleText(login.words)}
            {login.state === 'unknown' && ': start a session.'}
            {login.state === 'none' && (
              <>
                : run <code>claude</code> and then <code>/login</code>.
              </>
            )}
            {login.state === 'there' && <span className="quiet"> Quarterdeck never sees what it logs in with.</span>}
          </dd>
        </div>
        <div>
          <dt>Quarterdeck</dt>
          <dd>{version ?? ''}</dd>
        </div>
      </dl>
      {problem !== null && data === null && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      {data?.layers
        .filter((layer) => layer.state !== 'missing')
        .map((layer) => (
          <details key={`${layer.source} ${layer.folder}/${layer.file}`} className="layer">
            <summary>
              {SOURCES[layer.source] ?? layer.source}{' '}
              <code>
                {layer.folder}/{layer.file}
              </code>
              {layer.state !== 'read' && <span className="error"> {layer.reason ?? layer.state}</span>}
            </summary>
            <pre>{toValueText(layer.settings)}</pre>
          </details>
        ))}
      {data?.layers.every((layer) => layer.state === 'missing') && (
        <p className="quiet">There are no settings files; the CLI goes by its own.</p>
      )}
    </Section>
  )
}
