import { type Drift, hasDrift } from './find-drift.ts'

/** What is told to the person, one thing a line. */
export function printDrift(version: string, drift: Drift): string {
  const { against, scenarios, difference } = drift
  const count = `in ${scenarios.length} scenario${scenarios.length === 1 ? '' : 's'}`
  if (!hasDrift(drift)) return `${version} says the same as ${against}, ${count}.\n`
  const rows: [label: string, items: string[]][] = [
    ['new message', difference.newMessages],
    ['gone message', difference.goneMessages],
    ['new field', difference.newFields],
    ['gone field', difference.goneFields],
    ['unread', drift.unread],
    ['failed', drift.failed],
  ]
  const lines = rows.flatMap(([label, items]) => items.map((item) => `  ${label.padEnd(14)} ${item}\n`))
  return `${version} differs from ${against}, ${count}:\n${lines.join('')}`
}
