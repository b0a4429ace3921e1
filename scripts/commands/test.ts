import { buildStale } from '../build.ts'
import { ensureChromium } from '../chromium.ts'
import { command } from '../command.ts'
import { runTool } from '../run-program.ts'

await command(async (args) => {
  await buildStale()
  const env = { QUARTERDECK_CHROMIUM: await ensureChromium() }
  const { code } = await runTool('vitest/vitest.mjs', ['run', ...args], { inherit: true, env })
  return code
})
