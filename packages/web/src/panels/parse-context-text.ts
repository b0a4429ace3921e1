import type { Row } from '@quarterdeck/transcript'

export interface Category {
  name: string
  tokens: number
  kind: string
}

const HEADING = '### Estimated usage by category'
const LINE = /^\| ([^|]+?) +\| ([\d.,]+)([kKmM]?) \| [\d.]+% \|$/
const UNITS: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['k', 1e3],
  ['m', 1e6],
])
/** As far back as somebody would look for it. */
const MAX_ROWS = 100

/** The newest output of `/context` of an older CLI. */
export function findContextText(rows: readonly Row[]): string | null {
  for (let index = rows.length - 1; index >= Math.max(0, rows.length - MAX_ROWS); index--) {
    const row = rows[index]
    if (row?.kind === 'output' && row.text.includes(HEADING)) return row.text
  }
  return null
}

/** The table in it, as `get_context_usage` of a newer CLI would answer. */
export function parseContextText(text: string): Category[] {
  const [, behind = ''] = text.split(HEADING)
  const [table = ''] = behind.split('\n#')
  return table.split('\n').flatMap((line) => {
    const [, name, number = '', unit = ''] = LINE.exec(line.trim()) ?? []
    if (name === undefined) return []
    const tokens = Math.round(Number(number.replaceAll(',', '')) * (UNITS.get(unit.toLowerCase()) ?? 1))
    return [{ name, tokens, kind: name === 'Free space' ? 'free' : name.endsWith('buffer') ? 'buffer' : 'used' }]
  })
}
