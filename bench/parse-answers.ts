import { readFileSync } from 'node:fs'

const MARK = Buffer.from('"type":"assistant"')

/** What one thread needs that parses the lines with a usage and does nothing else: the machine's own limit for much of what we do. */
export function parseAnswers(files: readonly string[]): number {
  let count = 0
  for (const file of files) {
    const bytes = readFileSync(file)
    for (let at = bytes.indexOf(MARK); at !== -1; ) {
      const start = bytes.lastIndexOf(10, at) + 1
      const found = bytes.indexOf(10, at)
      const end = found === -1 ? bytes.length : found
      try {
        if (JSON.parse(bytes.toString('utf8', start, end)).message?.usage !== undefined) count++
      } catch {
        count += 0
      }
      at = bytes.indexOf(MARK, end)
    }
  }
  return count
}
