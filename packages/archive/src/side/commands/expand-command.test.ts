import { describe, expect, it } from 'vitest'
import { expandCommand } from './expand-command.ts'

/** What 2.1.325 made of the same; `tests/archive/archive-side.test.ts` asks it again. */
describe('expandCommand', () => {
  const all = 'Zero=$0 One=$1 A0=$ARGUMENTS[0] A9=$ARGUMENTS[9] All=$ARGUMENTS esc=\\$1 x$1y $12 <$ARGUMENTS>'

  it('fills in what was typed, counted from zero, and leaves what was not given', () => {
    expect(expandCommand(all, 'q')).toBe('Zero=q One=$1 A0=q A9=$ARGUMENTS[9] All=q esc=$1 x$1y $12 <q>')
    expect(expandCommand('Only $1.', 'x y')).toBe('Only y.')
  })

  it('adds what was typed where nothing asked for it', () => {
    expect(expandCommand('Nothing here.', 'some args')).toBe('Nothing here.\n\nARGUMENTS: some args')
    expect(expandCommand('Only $1.', 'x')).toBe('Only $1.\n\nARGUMENTS: x')
    expect(expandCommand('Nothing here.', '')).toBe('Nothing here.')
    expect(expandCommand('All: $ARGUMENTS', '')).toBe('All: ')
  })

  it('knows arguments by the names that the head gives them', () => {
    expect(expandCommand('Hi $who do $what $whoever $0', 'ada it', ['who', 'what'])).toBe('Hi ada do it $whoever ada')
  })

  it('keeps quoted words together', () => {
    expect(expandCommand('$0|$1', '"a b" c')).toBe('a b|c')
    expect(expandCommand('$0|$1', '\'a "b\' "c \\" d"')).toBe('a "b|c " d')
  })

  it('fills in once: what was typed is text, and nothing is run', () => {
    expect(expandCommand('$ARGUMENTS and !`$0`', '$0 $ARGUMENTS $&')).toBe('$0 $ARGUMENTS $& and !`$0`')
    expect(expandCommand('!`touch canary` $0', 'x')).toBe('!`touch canary` x')
  })
})
