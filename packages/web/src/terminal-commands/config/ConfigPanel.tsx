import { Link } from 'wouter'
import { useReading } from '../../reading/use-reading.ts'
import { SessionSettings } from '../../session-settings/SessionSettings.tsx'
import { toVisibleText } from '../../text/visible-text.ts'
import { JsonTree } from '../../tools/unknown/JsonTree.tsx'
import { ActionOutcome } from '../ActionOutcome.tsx'
import { type PanelProps, toCwd } from '../panel-props.ts'
import { LAYER_NAMES } from '../settings-layer.ts'
import { UserSettings } from './UserSettings.tsx'

/** `/config`: what can be set for the session, and what the files say. The page's own settings are elsewhere. */
export function ConfigPanel(props: PanelProps) {
  const { data, problem, reload } = useReading('GET /api/claude/settings', { query: { cwd: toCwd(props) } })
  const own = data?.layers.find(({ source }) => source === 'user')
  const found = (data?.layers ?? []).filter(({ state }) => state !== 'missing')
  return (
    <>
      <section aria-label="This session">
        <h2>This session</h2>
        <SessionSettings about={props.overview.about} onAsk={props.ask} />
      </section>
      {own !== undefined && (
        <section aria-label="All sessions">
          <h2>All sessions</h2>
          <UserSettings api={props.api} layer={own} onChange={reload} />
        </section>
      )}
      <p>
        Claude Code goes by these files, the later ones over the earlier. Rules are changed in <code>/permissions</code>
        , all else in the file; theme, sounds and keys of this page in <Link href="/settings">Settings</Link>.
      </p>
      {found.map(({ source, file, state, reason, settings }) => (
        <section key={`${source} ${file}`}>
          <h2>{LAYER_NAMES[source]}</h2>
          <p>
            <code>{toVisibleText(file)}</code>
          </p>
          {state === 'read' ? <JsonTree value={settings} /> : <p className="error">{reason ?? state}.</p>}
        </section>
      ))}
      {data !== null && found.length === 0 && <p className="quiet">There are no settings files yet.</p>}
      <ActionOutcome problem={problem} isLoading={data === null} />
    </>
  )
}
