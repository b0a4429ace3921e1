import { join } from 'node:path'
import { root } from './root.ts'
import { type Outcome, runTool } from './run-program.ts'

/** vitest keeps a file of its own in the user's data folder; a test run leaves nothing outside the clone. */
export function runVitest(
  args: string[],
  options: { inherit?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<Outcome> {
  const env = { XDG_DATA_HOME: join(root, '.cache', 'data'), ...options.env }
  return runTool('vitest/vitest.mjs', ['run', ...args], { ...options, env })
}
