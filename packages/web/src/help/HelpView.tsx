import type { CommandItem } from '@quarterdeck/contract/routes'
import { Link } from 'wouter'
import { useLive } from '../frame/quarterdeck.ts'
import { Skeleton } from '../frame/Skeleton.tsx'
import { useAbout } from '../frame/use-about.ts'
import { ShortcutTable } from '../palette/ShortcutTable.tsx'
import { useReading } from '../reading/use-reading.ts'
import { Section } from '../settings/Section.tsx'
import '../settings/settings.css'
import { toVisibleText } from '../text/visible-text.ts'
import { withoutFullStop } from '../text/without-full-stop.ts'
import { textOf } from '../tools/read-field.ts'
import './help.css'
import { NameList } from './NameList.tsx'

const DOCS = [
  ['README.md', 'what it is, and how to begin'],
  ['docs/operation.md', 'running it: addresses, devices, back-ups, notices'],
  ['docs/api.md', 'every route and socket, for programs'],
  ['docs/architecture.md', 'how it is built'],
  ['docs/glossary.md', 'the words it uses'],
  ['SECURITY.md', 'what it protects, and how to report a hole'],
] as const

/** What there is to work with, as the CLI said it when a session began, and how this page is used. */
export function HelpView() {
  const version = useLive((state) => state.version)
  const { about, data: session, problem } = useAbout()
  const commands = useReading('GET /api/claude/commands', { query: { limit: 1000, cwd: session?.projectPath } })
  const listed = (kind: CommandItem['kind']) =>
    commands.data?.items
      .filter((each) => each.kind === kind)
      .map(({ name, description }) => ({ name, text: description ?? '' })) ?? []
  const names = (list: readonly unknown[] = []) =>
    list.map((each) => ({
      name: typeof each === 'string' ? each : (textOf(each, 'name') ?? ''),
      text: textOf(each, 'status') ?? '',
    }))
  const lists = [
    { name: 'Commands', prefix: '/', items: listed('command') },
    { name: 'Skills', prefix: '/', items: listed('skill') },
    { name: 'Tools', items: names(about.tools) },
    { name: 'Agents', items: names(about.agents) },
    { name: 'Plugins', items: names(about.plugins) },
    { name: 'MCP servers', items: names(about.mcpServers) },
  ]
  const said = problem ?? (commands.data === null ? commands.problem : null)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard too, where nothing in it can have the focus
    <main className="main view settings" tabIndex={0}>
      <h1>Help</h1>
      <p className="quiet">
        {session === null ? (
          'What the CLI offers is known when a session has run.'
        ) : (
          <>
            As the CLI told it in{' '}
            <Link href={`/sessions/${session.sessionId}`}>{withoutFullStop(toVisibleText(session.title))}</Link>.
          </>
        )}
      </p>
      {said !== null && (
        <p className="error" role="alert">
          {said}
        </p>
      )}
      <Section name="What Claude has here">
        {commands.data === null && said === null && <Skeleton lines={6} label="Reading what there is" />}
        {commands.data !== null && lists.every(({ items }) => items.length === 0) && (
          <p className="quiet">Nothing was told yet. The CLI says it when a session has its first turn.</p>
        )}
        {lists.map((list) => (
          <NameList key={list.name} {...list} />
        ))}
      </Section>
      <Section name="Keys">
        <ShortcutTable isWhole />
      </Section>
      <Section name="Where things are">
        <dl className="facts">
          <div>
            <dt>Conversations</dt>
            <dd>
              <code>~/.claude</code>, or where <code>CLAUDE_CONFIG_DIR</code> says. They are the CLI's own.
            </dd>
          </div>
          <div>
            <dt>Our own</dt>
            <dd>
              <code>~/.quarterdeck</code>, or where <code>--data</code> says: devices, trusted folders, preferences, the
              record, the logs of live sessions.
            </dd>
          </div>
          <div>
            <dt>Version</dt>
            <dd>
              Quarterdeck {version ?? ''}
              {about.version !== undefined && `, Claude Code ${about.version}`}
            </dd>
          </div>
        </dl>
      </Section>
      <Section name="To read">
        <ul className="docs" aria-label="Documents">
          {DOCS.map(([file, what]) => (
            <li key={file}>
              <code>{file}</code> <span className="quiet">{what}</span>
            </li>
          ))}
        </ul>
      </Section>
    </main>
  )
}
