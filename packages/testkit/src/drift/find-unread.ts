import { parseLine } from '@quarterdeck/protocol'

/** What our schemas make nothing of, or not everything, as sentences with a count. */
export function findUnread(lines: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const line of lines)
    for (const problem of findProblems(line)) counts.set(problem, (counts.get(problem) ?? 0) + 1)
  return [...counts].map(([problem, count]) => `${problem} (${count})`).sort()
}

function findProblems(raw: string): string[] {
  const line = parseLine(raw)
  if (line.kind === 'malformed') return [`malformed: ${line.problem}`]
  if (line.kind === 'unknown') {
    const name = [line.type, line.subtype].filter((word) => word !== undefined).join('/')
    return [line.reason === 'type' ? `unknown message: ${name}` : `known message in another shape: ${name}`]
  }
  return line.faults.map(({ path, problem }) => `${line.message.type}: ${path.join('.')} does not fit: ${problem}`)
}
