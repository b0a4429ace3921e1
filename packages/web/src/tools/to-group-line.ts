import type { CallRow } from '@quarterdeck/transcript'
import { toTable } from '../text/to-table.ts'
import { findToolView } from './tool-views.ts'

/** `Read 3 files · Grep "redirect" · Bash 2 commands` */
export function toGroupLine(calls: readonly CallRow[], project?: string): string {
  const byName = new Map<string, CallRow[]>()
  for (const row of calls) {
    const { name } = findToolView(row.call.name).toFace(row)
    byName.set(name, [...(byName.get(name) ?? []), row])
  }
  return [...byName].map(([name, rows]) => `${name} ${toObject(name, rows, project)}`.trim()).join(' · ')
}

const NOUNS: Readonly<Record<string, string>> = toTable({
  Read: 'files',
  Bash: 'commands',
  Grep: 'patterns',
  Glob: 'patterns',
})

function toObject(name: string, rows: readonly CallRow[], project: string | undefined): string {
  const [only] = rows
  if (rows.length > 1 || only === undefined) return `${rows.length} ${NOUNS[name] ?? 'times'}`
  return findToolView(only.call.name).toFace(only, project).subject ?? ''
}
