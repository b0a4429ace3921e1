import type { CallRow } from '@quarterdeck/transcript'
import { findToolView } from './tool-views.ts'
import { findToolWords } from './tool-words.ts'

/** `Read 3 files · Grep "redirect" · Bash 2 commands` */
export function toGroupLine(calls: readonly CallRow[], project?: string): string {
  const byName = new Map<string, CallRow[]>()
  for (const row of calls) {
    const { name } = findToolView(row.call.name).toFace(row)
    byName.set(name, [...(byName.get(name) ?? []), row])
  }
  return [...byName].map(([name, rows]) => `${name} ${toObject(rows, project)}`.trim()).join(' · ')
}

function toObject(rows: readonly CallRow[], project: string | undefined): string {
  const [only] = rows
  if (only === undefined) return ''
  if (rows.length > 1) return `${rows.length} ${findToolWords(only.call.name).plural ?? 'times'}`
  return findToolView(only.call.name).toFace(only, project).subject ?? ''
}
