import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readEnds, readTailInto } from './read-ends.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ends-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const toLine = (content: string) =>
  `${JSON.stringify({ type: 'user', uuid: content.slice(0, 9), cwd: '/p', sessionId: 's', message: { role: 'user', content } })}\n`
const COMMAND = toLine('<command-name>/cost</command-name>\n<command-message>clear</command-message>')

function read<T>(text: string, look: (fd: number, size: number) => T): T {
  const path = join(folder, 'one.jsonl')
  writeFileSync(path, text)
  const fd = openSync(path, 'r')
  try {
    return look(fd, statSync(path).size)
  } finally {
    closeSync(fd)
  }
}

it('a session that began with a command is known by its first prompt, whenever that was written', () => {
  const [first, second] = [toLine('Begun anew.'), toLine('And on.')]
  const known = read(COMMAND, readEnds)
  expect(known).toMatchObject({ firstCommand: expect.stringContaining('/cost') })
  expect(known.firstPrompt).toBeUndefined()
  const whole = COMMAND + first + second
  expect(read(whole, readEnds)).toMatchObject({ firstPrompt: 'Begun anew.' })
  const since = (text: string) => read(text, (fd, size) => readTailInto(fd, COMMAND.length, size, known))
  expect(since(whole)).toMatchObject({ firstCommand: expect.stringContaining('/cost'), firstPrompt: 'Begun anew.' })
  expect(since(COMMAND).firstPrompt).toBeUndefined()
  const later = read(whole, (fd, size) => readTailInto(fd, (COMMAND + first).length, size, since(COMMAND + first)))
  expect(later).toMatchObject({ firstPrompt: 'Begun anew.' })
})

it('what was cleared is not known by that', () => {
  expect(read(COMMAND.replaceAll('/cost', '/clear'), readEnds).firstCommand).toBeUndefined()
})

it('a session of shell commands alone is known by the first of them', () => {
  const [typed, written] = ['<bash-input>git status</bash-input>', '<bash-stdout>clean</bash-stdout>']
  expect(read(toLine(typed) + toLine(written), readEnds).firstCommand).toBe(typed)
  expect(read(toLine(written), readEnds).firstCommand).toBeUndefined()
})
