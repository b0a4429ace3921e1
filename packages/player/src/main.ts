import { appendFileSync, readFileSync } from 'node:fs'
import { Pace } from './clock.ts'
import { createDelivery, type Endings, forEver } from './faults/create-delivery.ts'
import { LateResponses } from './faults/late-responses.ts'
import { misbehave } from './faults/misbehave.ts'
import { parseOptions } from './options.ts'
import { type Lines, Output, toSink } from './output.ts'
import { PlayerError } from './player-error.ts'
import { type Listener, readHost } from './read-host.ts'
import { parseRecording } from './recording/parse-recording.ts'
import { RecordingPlayer } from './recording/recording-player.ts'
import { loadScript } from './script/load-script.ts'
import { ScriptedSession } from './session/scripted-session.ts'
import { parseSettings } from './settings.ts'
import { VERSION } from './version.ts'

interface Player extends Listener {
  /** Plays to the end, and gives the code to exit with, or the signal to die of. */
  play(): Promise<number | NodeJS.Signals>
}

const stdout = toSink(process.stdout)
const stderr = toSink(process.stderr)

const endings: Endings = {
  exit: (code) => process.exit(code),
  crash() {
    process.kill(process.pid, 'SIGKILL')
    return forEver()
  },
}

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2))
  if (options.showVersion) return stdout(`${VERSION} (Quarterdeck player)\n`)
  const settings = parseSettings(process.env)
  const { faults, stdinFile } = settings
  // A host that is gone makes writes fail; there is nobody left to tell.
  process.stdout.on('error', () => process.exit(0))
  await misbehave(faults, stderr)
  if (faults.slowStdin) await forEver()
  const direct = new Output(createDelivery(faults, stdout, endings))
  const output = faults.lateResponsesMs === undefined ? direct : new LateResponses(direct, faults.lateResponsesMs)
  const player = createPlayer(output)
  if (stdinFile !== undefined) process.stdin.on('data', (chunk) => appendFileSync(stdinFile, chunk))
  readHost(process.stdin, player, (problem) => {
    void stderr(`${problem}\n`).then(() => endings.exit(1))
  })
  const end = await player.play()
  if (faults.hang) await forEver()
  await output.flushed()
  if (typeof end === 'number') await endings.exit(end)
  process.kill(process.pid, end)
  await forEver()

  function createPlayer(lines: Lines): Player {
    const common = { output: lines, clock: new Pace(settings.speed), cwd: process.cwd(), options }
    if (settings.recording === undefined)
      return new ScriptedSession({ ...common, settings, script: loadScript(settings.script), stderr })
    const runs = parseRecording(readFileSync(settings.recording, 'utf8'))
    const run = runs[settings.run]
    if (run === undefined)
      throw new PlayerError(`The recording has ${runs.length} processes; there is no number ${settings.run}.`)
    return new RecordingPlayer(run, { ...common, stderr })
  }
}

try {
  await main()
} catch (error) {
  if (!(error instanceof PlayerError)) throw error
  await stderr(`${error.message}\n`)
  process.exit(2)
}
