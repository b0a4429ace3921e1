import type { SessionRow } from '@quarterdeck/contract'
import type { Overview } from '@quarterdeck/transcript'
import { CopyButton } from '../code/CopyButton.tsx'
import { toBranch } from '../text/to-branch.ts'
import { toCount } from '../text/to-count.ts'
import { toVisibleText } from '../text/visible-text.ts'
import { Panel } from './Panel.tsx'

interface Props {
  row: SessionRow
  overview: Overview
  isPartial?: boolean
}

/** Facts of the session that one looks up now and then. */
export function SessionInfoPanel({ row, overview, isPartial = false }: Props) {
  const { about, usage } = overview
  // What the CLI counts itself, with what it asks models beside the turns, is told by model.
  const isCounted = Object.keys(usage.byModel).length > 0
  const resume = `claude --resume ${overview.sessionId ?? row.sessionId}`
  return (
    <Panel name="Session info">
      <dl className="facts">
        <Fact name="Folder" value={about.cwd ?? row.projectPath} isCode />
        <Fact name="Branch" value={toBranch(about.gitBranch ?? row.gitBranch)} isCode />
        <Fact name="Model" value={about.model ?? row.model} />
        <Fact name="Claude Code" value={about.version} />
        <Fact name="Turns" value={`${overview.turnCount}${isPartial ? ' in the newest part' : ''}`} />
        <Fact name="Tokens" value={isCounted ? undefined : toTokensText(usage.tokens)} />
        <Fact name="Forked from" value={row.forkedFrom?.sessionId} isCode />
        <Fact name="Held by" value={row.heldBy === null ? undefined : `${row.heldBy.what} (${row.heldBy.pid})`} />
      </dl>
      <p className="panel-row">
        <code>{resume}</code>
        <CopyButton text={resume} what="the command that resumes it in a terminal" />
      </p>
    </Panel>
  )
}

function toTokensText({ input, output, cacheRead }: Overview['usage']['tokens']): string {
  return `${toCount(input)} in, ${toCount(output)} out, ${toCount(cacheRead)} from cache`
}

function Fact({ name, value, isCode = false }: { name: string; value: string | null | undefined; isCode?: boolean }) {
  if (value === null || value === undefined || value === '') return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>{isCode ? <code>{toVisibleText(value)}</code> : toVisibleText(value)}</dd>
    </div>
  )
}
