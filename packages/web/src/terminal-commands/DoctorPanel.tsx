import { readServers } from '../panels/read-servers.ts'
import { useReading } from '../reading/use-reading.ts'
import { toVisibleText } from '../text/visible-text.ts'
import { type PanelProps, toCwdQuery } from './panel-props.ts'
import { Saying } from './Saying.tsx'
import type { SettingsAnswer } from './settings-answer.ts'

/** `/doctor`: what is not in order, as far as it can be seen from here. */
export function DoctorPanel(props: PanelProps) {
  const { overview, send, onClose } = props
  const { data, problem, isLoading } = useReading<SettingsAnswer>(`/api/claude/settings${toCwdQuery(props)}`)
  const troubles = [
    ...(data?.layers ?? [])
      .filter(({ state }) => state !== 'read' && state !== 'missing')
      .map(({ file, reason, state }) => `The settings in ${file} are not used: ${reason ?? state}.`),
    ...readServers(overview.about.mcpServers)
      .filter(({ status }) => status === 'failed' || status === 'needs-auth')
      .map(
        ({ name, status, error }) =>
          `The MCP server ${name} ${status === 'failed' ? 'failed' : 'needs a sign-in'}${error === undefined ? '' : `: ${error}`}.`,
      ),
  ]
  const hasOwn = overview.about.slashCommands.includes('doctor')
  return (
    <>
      {troubles.length > 0 ? (
        <ul aria-label="Not in order">
          {troubles.map((trouble) => (
            <li key={trouble}>{toVisibleText(trouble)}</li>
          ))}
        </ul>
      ) : (
        data !== null && <p>Settings and MCP servers are in order.</p>
      )}
      <p>
        Version, login and folders are looked at by <code>quarterdeck doctor</code>, in a terminal on the machine of the
        server.
      </p>
      {hasOwn && (
        <div className="row">
          <button
            type="button"
            className="button"
            onClick={() => {
              void send('/doctor')
              onClose()
            }}
          >
            Let Claude Code look for itself
          </button>
        </div>
      )}
      <Saying problem={problem} isLoading={isLoading} />
    </>
  )
}
