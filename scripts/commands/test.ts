import { buildStale } from '../build.ts'
import { runQuickChecks } from '../checks/quick-checks.ts'
import { ensureChromium } from '../chromium.ts'
import { command } from '../command.ts'
import { runVitest } from '../run-vitest.ts'

/** The quick checks and then every test. Arguments choose tests, which are run without the checks. */
await command(async (args) => {
  const failed = args.length === 0 ? await runQuickChecks() : 0
  if (failed > 0) {
    process.stdout.write(`No test was run, because the checks above failed.\n0 passed, ${failed} failed\n`)
    return 1
  }
  await buildStale()
  const env = { QUARTERDECK_CHROMIUM: await ensureChromium() }
  const { code } = await runVitest(args, { inherit: true, env })
  return code
})
