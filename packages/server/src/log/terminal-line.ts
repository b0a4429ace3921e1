const SKIPPED = ['level', 'time', 'pid', 'msg', 'stack']

/** A line of the log, short, for somebody who looks: the time, what happened, and the facts. */
export function toTerminalLine(line: string): string {
  const { level, time, msg, ...facts } = JSON.parse(line) as Record<string, unknown>
  const words = Object.entries(facts)
    .filter(([name, value]) => !SKIPPED.includes(name) && value !== undefined)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  // What a terminal would take for an order is no part of a log.
  const text = [String(time).slice(11, 19), level, msg, ...words].join(' ').replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
  return `${text}\n`
}
