import { randomUUID } from 'node:crypto'
import { homedir } from 'node:os'
import { join } from 'node:path'
import {
  CliProcess,
  findCli,
  readCleanupDays,
  readCliVersion,
  readSettingsMode,
  toLaunch,
  toText,
} from '@quarterdeck/driver'
import { serialise, toControlRequest } from '@quarterdeck/protocol'

const [cwd, home] = [process.cwd(), homedir()]
const cli = findCli({ env: process.env, home })
const version = await readCliVersion(cli, process.env)
const places = { claudeDir: join(home, '.claude'), cwd }
const [settingsMode, cleanupDays] = [readSettingsMode(places), readCleanupDays(places)]
const options = { cwd, sessionId: randomUUID(), model: 'opus', safeMode: true }
const launch = toLaunch(options, { version, baseEnv: process.env, settingsMode, cleanupDays })
console.log('left out:', launch.unsupported.join(', ') || 'nothing')

const child = new CliProcess(cli, launch.argv, { cwd, env: launch.env, marker: options.sessionId }, (frame) => {
  if (frame.kind !== 'line') return
  const { type } = JSON.parse(toText(frame.bytes))
  if (type !== 'control_response') return
  console.log('it answers')
  void child.stop()
})
child.write(serialise(toControlRequest(randomUUID(), launch.initialize)))
await child.exited
