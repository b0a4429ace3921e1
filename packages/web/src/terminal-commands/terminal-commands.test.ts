import { describe, expect, it } from 'vitest'
import { parseTerminalCommand, TERMINAL_COMMANDS, withTerminalCommands } from './terminal-commands.ts'

describe('commands of the terminal', () => {
  it('open a panel here, or are done at once with what stands behind them', () => {
    expect(parseTerminalCommand('/status')).toEqual({ kind: 'panel', panel: 'status', argument: '' })
    expect(parseTerminalCommand('/add-dir  /srv/a b ')).toEqual({
      kind: 'panel',
      panel: 'add-dir',
      argument: '/srv/a b',
    })
    expect(parseTerminalCommand('/model opus')).toEqual({ kind: 'model', model: 'opus' })
    expect(parseTerminalCommand('/rename A title')).toEqual({ kind: 'rename', title: 'A title' })
    expect(parseTerminalCommand('/plan two\nlines')).toEqual({ kind: 'plan', prompt: 'two\nlines' })
    expect(parseTerminalCommand('/allowed-tools')).toMatchObject({ panel: 'permissions' })
  })

  it('are nobody else: what the page does not know goes to the CLI', () => {
    for (const text of ['/compact', '/clear', '/statusx', 'see /status', '/config theme=dark', '/mcp add x', '', '/'])
      expect(parseTerminalCommand(text)).toBe(null)
  })

  it('stand once in the list of what can be typed', () => {
    const names = withTerminalCommands([{ name: 'model' }, { name: 'compact' }, { name: '__inner' }]).map(
      ({ name }) => name,
    )
    expect(names.filter((name) => name === 'model')).toHaveLength(1)
    expect(names).toContain('compact')
    expect(names).toHaveLength(TERMINAL_COMMANDS.length + 1)
  })
})
