import type { ToolCall } from '@quarterdeck/transcript'
import { toValueText } from './visible-text.ts'

const STATUS = {
  waiting: 'waiting for you',
  running: 'running',
  done: 'done',
  failed: 'failed',
  aborted: 'stopped',
} as const

export function ToolCallView({ tool }: { tool: ToolCall }) {
  return (
    <article className="tool" aria-label={`${tool.name}, ${STATUS[tool.status]}`}>
      <details>
        <summary>
          {tool.name} <code>{toSummary(tool.input)}</code>{' '}
          <span className={tool.status === 'failed' ? 'failed' : ''}>{STATUS[tool.status]}</span>
        </summary>
        <pre>{toValueText(tool.input)}</pre>
        {tool.result !== undefined && <pre>{tool.result}</pre>}
      </details>
    </article>
  )
}

/** The one value that says most about a call: the command, the path, the pattern. */
function toSummary(input: unknown): string {
  const values = Object.values((input ?? {}) as Record<string, unknown>)
  const first = values.find((value) => typeof value === 'string')
  if (typeof first !== 'string') return ''
  return first.length > 80 ? `${first.slice(0, 80)}…` : first
}
