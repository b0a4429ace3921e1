import { type Check, runCheck, runQuickChecks } from '../checks/quick-checks.ts'
import { command } from '../command.ts'
import { runVitest } from '../run-vitest.ts'

const TESTS: Check = { name: 'unit tests', run: () => runVitest(['--project', 'unit', '--reporter', 'dot']) }

await command(async () => {
  // The tests take longest, so the others run beside them.
  const failed = await Promise.all([runQuickChecks(), runCheck(TESTS)])
  return failed.every((count) => count === 0) ? 0 : 1
})
