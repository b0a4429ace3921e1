import { buildStale } from '../build.ts'
import { ensureChromium } from '../chromium.ts'
import { command } from '../command.ts'
import { runVitest } from '../run-vitest.ts'

await command(async (args) => {
  await buildStale()
  const env = { QUARTERDECK_CHROMIUM: await ensureChromium() }
  const { code } = await runVitest(args, { inherit: true, env })
  return code
})
