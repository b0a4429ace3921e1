import type { DoctorReport } from '@quarterdeck/contract/routes'
import { toBytes } from '../../files/to-bytes.ts'
import { readServers } from '../../panels/read-servers.ts'
import { useReading } from '../../reading/use-reading.ts'
import { toVisibleText } from '../../text/visible-text.ts'
import { ActionOutcome } from '../ActionOutcome.tsx'
import { type PanelProps, toCwd } from '../panel-props.ts'

/** `/doctor`: what is not in order on the machine of the server, in the settings and with the MCP servers. */
export function DoctorPanel(props: PanelProps) {
  const { overview, send, onClose } = props
  const settings = useReading('GET /api/claude/settings', { query: { cwd: toCwd(props) } })
  const { data: report, problem, isLoading } = useReading('GET /api/doctor', {})
  const troubles = [
    ...(report?.problems ?? []),
    ...(settings.data?.layers ?? [])
      .filter(({ state }) => state !== 'read' && state !== 'missing')
      .map(({ file, reason, state }) => `The settings in ${file} are not used: ${reason ?? state}.`),
    ...readServers(overview.about.mcpServers)
      .filter(({ status }) => status === 'failed' || status === 'needs-auth')
      .map(
        ({ name, status, error }) =>
          `The MCP server ${name} ${status === 'failed' ? 'failed' : 'needs a sign-in'}${error === undefined ? '' : `: ${error}`}.`,
      ),
  ]
  const isKnown = report !== null && settings.data !== null
  const hasOwn = overview.about.slashCommands.includes('doctor')
  return (
    <>
      {troubles.length > 0 && (
        <ul aria-label="Not in order">
          {troubles.map((trouble) => (
            <li key={trouble}>{toVisibleText(trouble)}</li>
          ))}
        </ul>
      )}
      {troubles.length === 0 && isKnown && <p>Nothing is amiss in what was looked at.</p>}
      {report !== null && (
        <dl className="facts" aria-label="What was looked at">
          {toFacts(report).map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{toVisibleText(text)}</dd>
            </div>
          ))}
        </dl>
      )}
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
      <ActionOutcome problem={problem ?? settings.problem} isLoading={isLoading || settings.isLoading} />
    </>
  )
}

function toFacts({ node, platform, cli, login, claudeDir, data }: DoctorReport): [name: string, text: string][] {
  return [
    [
      'Claude Code',
      cli === null
        ? 'not found'
        : `${cli.version ?? 'of unknown version'}${cli.version === null || cli.tested ? '' : ', older than what Quarterdeck is tested with'}, ${cli.path}`,
    ],
    ['Login', toLoginText(login)],
    [
      'Conversations',
      `${claudeDir.path}, ${count(claudeDir.projects, 'project')}, ${count(claudeDir.transcripts, 'session')}`,
    ],
    ['Our own', `${data.path}, ${toBytes(data.bytes)}`],
    ['Node', `${node.version}, ${platform}`],
  ]
}

function count(number: number, what: string): string {
  return `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`
}

function toLoginText({ state, method }: DoctorReport['login']): string {
  if (state === 'unknown') return 'cannot be told from here'
  return state === 'out' ? 'not logged in' : `logged in${method === null ? '' : ` (${method})`}`
}
