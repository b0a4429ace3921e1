import { join } from 'node:path'
import { buildStale } from '../build.ts'
import { command } from '../command.ts'
import { root } from '../root.ts'

await command(async () => {
  await buildStale()
  // In this process, so that a signal to the command is a signal to the server.
  await import(join(root, 'packages/server/dist/quarterdeck.js'))
  return Number(process.exitCode ?? 0)
})
