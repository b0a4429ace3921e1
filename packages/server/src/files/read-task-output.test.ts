import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readTaskOutput } from './read-task-output.ts'

describe('the output of a task', () => {
  const home = mkdtempSync(join(tmpdir(), 'quarterdeck-task-'))
  const folder = join(home, 'claude-1000', '-home-user', 'tasks')
  const read = (path: string, tail = 1000) => readTaskOutput(path, 'b1', tail)

  beforeAll(() => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'b1.output'), 'one\ntwo\nthree\n')
    writeFileSync(join(home, 'secret'), 'secret\n')
  })
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  it('is the end of it, from the beginning of a line', () => {
    expect(read(join(folder, 'b1.output'))).toEqual({ kind: 'tail', text: 'one\ntwo\nthree\n', offset: 0, bytes: 14 })
    expect(read(join(folder, 'b1.output'), 8)).toEqual({ kind: 'tail', text: 'three\n', offset: 8, bytes: 14 })
    expect(readTaskOutput(join(folder, 'b2.output'), 'b2', 10)).toMatchObject({ kind: 'missing' })
  })

  it('is no other file, whatever the transcript says', () => {
    for (const path of [
      join(home, 'secret'),
      `${folder}/../tasks/b1.output`,
      'claude-1000/tasks/b1.output',
      join(folder, 'b2.output'),
      join(home, 'tasks', 'b1.output'),
      `${folder}/b1.output\0`,
      '',
    ])
      expect(read(path), path).toMatchObject({ kind: 'refused' })
  })

  it('is not read through a link, and a pipe does not hold it up', () => {
    const linked = join(home, 'claude-1', 'tasks')
    mkdirSync(linked, { recursive: true })
    symlinkSync(join(home, 'secret'), join(linked, 'b1.output'))
    expect(read(join(linked, 'b1.output'))).toMatchObject({ kind: 'refused' })
    const elsewhere = join(home, 'elsewhere')
    mkdirSync(elsewhere)
    writeFileSync(join(elsewhere, 'b1.output'), 'secret\n')
    mkdirSync(join(home, 'claude-3'))
    symlinkSync(elsewhere, join(home, 'claude-3', 'tasks'))
    expect(read(join(home, 'claude-3', 'tasks', 'b1.output'))).toMatchObject({ kind: 'refused' })
    const piped = join(home, 'claude-2', 'tasks')
    mkdirSync(piped, { recursive: true })
    spawnSync('mkfifo', [join(piped, 'b1.output')])
    expect(read(join(piped, 'b1.output'))).toMatchObject({ kind: 'refused' })
  })
})
