import { describe, expect, it } from 'vitest'
import { BLANK_CAP, type Cleaner, cleanLine, RENDERED_CAP } from './clean-value.ts'
import { type Machine, withoutMachine } from './machine.ts'
import { OwnWords } from './own-words.ts'

const MACHINE: Machine = [
  ['/tmp/quarterdeck-abc123', '/home/user'],
  ['-tmp-quarterdeck-abc123', '-home-user'],
]
const PROSE =
  'You are a program that does this and that, and here it is told how, in more words than a sentence has. '.repeat(3)

function clean(value: unknown, ownWords: unknown = []): { cleaned: Record<string, unknown>; cut: number } {
  const own = new OwnWords()
  own.add(ownWords)
  const cleaner: Cleaner = { own, machine: MACHINE }
  const { line, cut } = cleanLine(typeof value === 'string' ? value : JSON.stringify(value), cleaner)
  return { cleaned: typeof value === 'string' ? { line } : JSON.parse(line), cut }
}

describe('the cleaner of recordings', () => {
  it('replaces words of the machine in values, in names of fields and in lines that are not JSON', () => {
    const { cleaned } = clean({ cwd: '/tmp/quarterdeck-abc123/project', files: { '/tmp/quarterdeck-abc123/a': 1 } })
    expect(cleaned).toEqual({ cwd: '/home/user/project', files: { '/home/user/a': 1 } })
    expect(clean('Error in -tmp-quarterdeck-abc123-project').cleaned.line).toBe('Error in -home-user-project')
    expect(withoutMachine('nothing', MACHINE)).toBe('nothing')
  })

  it('blanks long prose at the same length', () => {
    const { cleaned, cut } = clean({ type: 'user', text: PROSE })
    expect(cleaned.text).toMatch(/^[x ]+$/)
    expect(cleaned.text).toHaveLength(PROSE.length)
    expect(cut).toBe(0)
  })

  it('keeps our own words, however long', () => {
    expect(clean({ text: PROSE }, [{ deep: [PROSE] }]).cleaned.text).toBe(PROSE)
  })

  it('keeps our own lines inside a text that is not ours, numbered as Read numbers them', () => {
    const text = `     1→our line\n<system-reminder>\n${PROSE}\n</system-reminder>`
    expect(clean({ text }, 'our line').cleaned.text).toMatch(
      /^ {5}1→our line\n<system-reminder>\n[x ]+\n<\/system-reminder>$/,
    )
  })

  it('keeps names, ids, paths and sentences that hosts look for', () => {
    const line = {
      type: 'user',
      uuid: '98d99e1f-e82a-4dba-bf78-daf00ebaf3fa',
      text: '[Request interrupted by user for tool use]',
      stdout: '<local-command-stdout>Compacted </local-command-stdout>',
      hash: 'a'.repeat(64),
    }
    expect(clean(line).cleaned).toEqual(line)
  })

  it('keeps the beginning by which hosts know a long text', () => {
    const text = `This session is being continued from a previous conversation that ran out of context. ${PROSE}`
    expect(clean({ text }).cleaned.text).toMatch(/^This session is being continued from a previous conversation [x ]+$/)
  })

  it('keeps tags with what is short inside them', () => {
    const text = `<task-notification>\n<task-id>a1</task-id>\n<result>${PROSE}</result>\n</task-notification>`
    expect(clean({ text }).cleaned.text).toMatch(
      /^<task-notification>\n<task-id>a1<\/task-id>\n<result>[x ]+<\/result>\n/,
    )
  })

  it('blanks descriptions in lists of the CLI even when they are short, and only there', () => {
    const line = {
      commands: [{ name: 'greet', description: 'Greets people' }],
      task: { description: 'Reading a file' },
    }
    expect(clean(line).cleaned).toEqual({
      commands: [{ name: 'greet', description: 'xxxxxx xxxxxx' }],
      task: { description: 'Reading a file' },
    })
    expect(clean(line, 'Greets people').cleaned).toEqual(line)
  })

  it('blanks at most so much of one line, and says how much is missing', () => {
    const { cleaned, cut } = clean({ type: 'user', one: PROSE.repeat(20), two: PROSE })
    const kept = `${cleaned.one}${cleaned.two}`
    expect(kept).toHaveLength(BLANK_CAP)
    expect(cut).toBe(PROSE.length * 21 - BLANK_CAP)
  })

  it('cuts lists of what was rendered for the model, and keeps the fields of the line', () => {
    const tools = Array.from({ length: 500 }, (_, index) => ({ name: `tool-${index}` }))
    const { cleaned, cut } = clean({
      type: 'attachment',
      attachment: { type: 'tools', tools },
      uuid: 'u1',
      sessionId: 's1',
    })
    expect(JSON.stringify(cleaned).length).toBeLessThan(3 * RENDERED_CAP)
    expect(cleaned).toMatchObject({ uuid: 'u1', sessionId: 's1' })
    expect(cut).toBeGreaterThan(1000)
  })

  it('blanks sentences in what was rendered, where elsewhere they stay', () => {
    const text = 'A sentence of the kind that the model is reminded of, now and then.'
    expect(clean({ type: 'attachment', attachment: { text } }).cleaned).toEqual({
      type: 'attachment',
      attachment: { text: text.replace(/\S/g, 'x') },
    })
    expect(clean({ type: 'user', text }).cleaned.text).toBe(text)
  })

  it('makes process ids the same', () => {
    expect(clean({ pid: 31_337, count: 31_337 }).cleaned).toEqual({ pid: 4242, count: 31_337 })
  })
})
