import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { identifyProcess } from '../process/process-identity.ts'
import { claimFolder } from './folder-claim.ts'
import { isAlive, readKeeperNote, removeKeeperNote, writeKeeperNote } from './keeper-note.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'note-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const note = { pid: 7, identity: 'x', socket: '/s', epoch: 'e', sessionIds: ['a'], marker: 'm' }

describe('the note of a keeper', () => {
  it('is read as it was written, by its owner alone, and leaves nothing else', () => {
    writeKeeperNote(folder, note)
    expect(readKeeperNote(folder)).toEqual(note)
    expect(statSync(join(folder, 'keeper.json')).mode & 0o777).toBe(0o600)
    removeKeeperNote(folder)
    expect(readKeeperNote(folder)).toBeNull()
    expect(readdirSync(folder)).toEqual([])
  })

  it.each(['', '{', 'null', '{"pid":"7","socket":"/s"}', '{"pid":7}'])('is none where the file has %j', (text) => {
    writeFileSync(join(folder, 'keeper.json'), text)
    expect(readKeeperNote(folder)).toBeNull()
  })

  it('names a process, and not a later one of the same number', () => {
    const identity = identifyProcess(process.pid) as string
    expect(isAlive({ pid: process.pid, identity })).toBe(true)
    expect(isAlive({ pid: process.pid, identity: `${identity}0` })).toBe(false)
  })
})

describe('the claim to a folder', () => {
  it('is held by one at a time, until it is released', () => {
    const claim = claimFolder(folder)
    expect(claimFolder(folder)).toEqual({ kind: 'held', pid: process.pid })
    if (claim.kind === 'claimed') claim.release()
    expect(claimFolder(folder).kind).toBe('claimed')
  })

  it('goes with the process that had it', async () => {
    const { symlinkSync } = await import('node:fs')
    symlinkSync(`${process.pid}:of-another-life`, join(folder, 'keeper.lock'))
    expect(claimFolder(folder).kind).toBe('claimed')
    expect(readdirSync(folder)).toEqual(['keeper.lock'])
  })
})
