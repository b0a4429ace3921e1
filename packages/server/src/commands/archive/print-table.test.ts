import { describe, expect, it } from 'vitest'
import { printTable, type Terminal, toTerminal } from './print-table.ts'

const ESCAPE = '\u001b'
const COLUMNS = [{ title: 'when' }, { title: 'cost', isNumber: true }, { title: 'title' }]
const ROWS = [
  ['today', '$0.10', 'Mend the clock'],
  ['yesterday', '$12.00', '時計を直す 🕰️ and\u001b[31m more\nwords'],
]
const PLAIN: Terminal = { hasColour: false, columns: undefined }

describe('a table in a terminal', () => {
  it('has its columns below each other, numbers to the right, and nothing that a terminal would obey', () => {
    const [head, first, second] = printTable(COLUMNS, ROWS, PLAIN).split('\n')
    expect(head).toBe('when         cost  title')
    expect(first).toBe('today       $0.10  Mend the clock')
    expect(second).toMatch(/^yesterday {2}\$12\.00 {2}時計を直す/)
    expect(second).not.toContain(ESCAPE)
  })

  it('has a head that stands out only where somebody sees it', () => {
    const painted = printTable(COLUMNS, ROWS, { ...PLAIN, hasColour: true })
    expect(painted.startsWith(`${ESCAPE}[1mwhen`)).toBe(true)
    expect(printTable(COLUMNS, ROWS, PLAIN)).not.toContain(ESCAPE)
  })

  it('is no wider than the window, also with characters that take two places', () => {
    const [, first, second] = printTable(COLUMNS, ROWS, { hasColour: false, columns: 24 }).split('\n')
    expect(first).toBe('today       $0.10  Mend…')
    expect(second).toBe('yesterday  $12.00  時計…')
  })

  it.each([
    [{}, true, true],
    [{}, undefined, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ TERM: 'dumb' }, true, false],
  ])('with %j and isTTY %s has colour: %s', (env, isTTY, hasColour) => {
    const stream = { isTTY, columns: 80 } as NodeJS.WriteStream
    expect(toTerminal(stream, env)).toEqual({ hasColour, columns: isTTY ? 80 : undefined })
  })
})
