import { command } from '../command.ts'
import { root } from '../root.ts'
import { runProgram } from '../run-program.ts'

await command(async () => {
  const { code } = await runProgram(`${root}/node_modules/.bin/biome`, ['check', '--write', '.'], { inherit: true })
  return code
})
