import { toPlanLimits } from '@quarterdeck/transcript'
import { toModeText } from '../../cards/to-mode-text.ts'
import { Skeleton } from '../../frame/Skeleton.tsx'
import { toLimitText } from '../../panels/to-limit-text.ts'
import { useAnswer } from '../../reading/use-reading.ts'
import { toValueText, toVisibleText } from '../../text/visible-text.ts'
import { fieldOf, listOf, textOf } from '../../tools/read-field.ts'
import type { PanelProps } from '../panel-props.ts'

interface Section {
  title: string
  rows: readonly { label: string; value: string }[]
}

/** `/status`: as the CLI tells it where it can, else as far as the page knows. */
export function StatusPanel(props: PanelProps) {
  const { row, ask } = props
  const { data, problem, isLoading } = useAnswer<readonly Section[]>('status', async () => {
    // Nothing is started only to be looked at.
    if (!row?.live) return []
    return readSections(await ask({ subtype: 'get_status' }))
  })
  // What the page knows gives way to what the CLI tells: it is not drawn only to be replaced.
  if (isLoading) return <Skeleton lines={8} label="Reading the status" />
  const sections = data !== null && data.length > 0 ? data : [toKnown(props)]
  return (
    <>
      {[...sections, ...toLimits(props)].map(({ title, rows }) => (
        <section key={title}>
          <h2>{toVisibleText(title)}</h2>
          <dl className="facts">
            {rows.map(({ label, value: text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a label may be there twice
              <div key={index}>
                <dt>{toVisibleText(label)}</dt>
                <dd>{toValueText(text)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {problem !== null && <p className="quiet">{problem} This is what the page knows.</p>}
    </>
  )
}

function readSections(told: unknown): Section[] {
  return listOf(told, 'sections').map((section) => ({
    title: textOf(section, 'title') ?? '',
    rows: listOf(section, 'rows').map((fact) => ({
      label: textOf(fact, 'label') ?? '',
      value: textOf(fact, 'value') ?? '',
    })),
  }))
}

/** Only what the CLI has told of the plan. */
export function toLimits({ overview: { rateLimits } }: Pick<PanelProps, 'overview'>): Section[] {
  const rows = toPlanLimits(rateLimits).map((limit) => ({ label: limit.name, value: toLimitText(limit, Date.now()) }))
  return rows.length === 0 ? [] : [{ title: 'Limits of the plan', rows }]
}

function toKnown({ sessionId, row, overview: { about } }: PanelProps): Section {
  const facts: [string, unknown][] = [
    ['Session', sessionId],
    ['Folder', about.cwd ?? row?.projectPath],
    ['Claude Code', about.version],
    ['Model', about.model ?? row?.model],
    ['Permission mode', about.permissionMode && toModeText(about.permissionMode)],
    ['Output style', about.outputStyle],
    ['Account', fieldOf(about.account, 'email') ?? fieldOf(about.account, 'tokenSource') ?? about.apiKeySource],
    ['Process', row?.live ? 'runs' : 'does not run; a message starts it'],
  ]
  const rows = facts.flatMap(([label, value]) => (typeof value === 'string' && value !== '' ? [{ label, value }] : []))
  return { title: 'This session', rows }
}
