import { buildStale } from '../build.ts'
import { command } from '../command.ts'
import { runRows } from '../rows.ts'

await command(async (args) => {
  await buildStale()
  return runRows('bench', args)
})
