import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parseLine } from '@quarterdeck/protocol'
import { describe, expect, it } from 'vitest'
import { Pace } from '../clock.ts'
import { parseHostLine } from '../host-message.ts'
import { parseOptions } from '../options.ts'
import { parseRecording, type RecordedRun } from './parse-recording.ts'
import { RecordingPlayer } from './recording-player.ts'

const RECORDINGS = join(import.meta.dirname, '../../../testkit/recordings')
const names = globSync('*/*.ndjson', { cwd: RECORDINGS }).sort()

const nameOf = (line: string) => {
  const { type, subtype, event } = JSON.parse(line)
  return [type, subtype, event?.type].filter((word) => word !== undefined).join(' ')
}

interface Played {
  lines: string[]
  uuids: string[]
  end: number | NodeJS.Signals
}

/** A host that says what the recorded one said, when it had heard as much, under ids of its own. */
async function play(run: RecordedRun, argv: string[]): Promise<Played> {
  const lines: string[] = []
  const uuids: string[] = []
  const output = { write: (line: string) => void lines.push(line), flushed: () => Promise.resolve() }
  const player = new RecordingPlayer(run, {
    output,
    stderr: () => Promise.resolve(),
    clock: new Pace(0),
    cwd: '/elsewhere',
    options: parseOptions(argv),
  })
  const ended = player.play()
  for (const [at, entry] of run.entries.entries()) {
    if (entry.dir !== 'in') continue
    const outs = run.entries.slice(0, at).filter(({ dir }) => dir === 'out').length
    for (let waits = 0; lines.length < outs && waits < 10_000; waits++) await nextTurn()
    const parsed = parseHostLine(entry.line)
    // The player's reader ends the process for such a line.
    if (parsed.kind === 'broken') break
    const { message } = parsed
    const uuid = crypto.randomUUID()
    if (message.type === 'user') uuids.push(uuid)
    player.receive(message.type === 'user' ? { ...message, uuid } : message)
  }
  player.end()
  return { lines, uuids, end: await ended }
}

/** A broken line ends the process, and whatever it had still to say is a matter of who is faster. */
function beforeBroken({ entries }: RecordedRun): RecordedRun['entries'] {
  const broken = entries.findIndex((entry) => entry.dir === 'in' && parseHostLine(entry.line).kind === 'broken')
  return broken < 0 ? entries : entries.slice(0, broken)
}

describe.each(names)('RecordingPlayer with %s', (name) => {
  const runs = parseRecording(readFileSync(join(RECORDINGS, name), 'utf8'))

  it('says what was recorded to a host that does as the recorded one did, under the ids of this host', async () => {
    for (const run of runs) {
      const sessionId = crypto.randomUUID()
      const { lines, uuids, end } = await play(run, [`--session-id=${sessionId}`])
      const outs = beforeBroken(run).flatMap((entry) => (entry.dir === 'out' ? [entry.line] : []))
      expect(lines.map(nameOf)).toEqual(outs.map(nameOf))
      expect(lines.map(parseLine).filter(({ kind }) => kind !== 'message')).toEqual([])

      const said = run.entries.flatMap((entry) => (entry.dir === 'in' ? [entry.line] : []))
      const recorded = said.flatMap((line) => /"uuid":"([^"]+)"/.exec(line)?.[1] ?? [])
      for (const uuid of recorded) expect(lines.join('\n')).not.toContain(uuid)
      const echoes = outs.filter(
        (line) => line.includes('"isReplay":true') && recorded.some((uuid) => line.includes(uuid)),
      )
      expect(
        lines.filter((line) => line.includes('"isReplay":true') && uuids.some((uuid) => line.includes(uuid))),
      ).toHaveLength(echoes.length)
      const ids = new Set(lines.flatMap((line) => JSON.parse(line).session_id ?? []))
      if (ids.size === 1) expect([...ids]).toEqual([sessionId])
      const exit = run.entries.find((entry) => entry.dir === 'exit')
      expect(end).toBe(exit?.code ?? exit?.signal ?? 0)
    }
  })
})
