import { root } from '../root.ts'
import { type Outcome, runProgram, runTool } from '../run-program.ts'
import { findBreaches } from './boundaries.ts'
import { findCycles } from './cycles.ts'
import { findCrowdedFolders } from './rooms.ts'
import { findBannedWords } from './words.ts'

export interface Check {
  name: string
  run: () => Promise<Outcome>
}

/** Everything that is known of the code without running it. */
const QUICK_CHECKS: readonly Check[] = [
  {
    name: 'format and lint',
    // Biome makes a folder in the user's cache otherwise.
    run: () =>
      runProgram(`${root}/node_modules/.bin/biome`, ['check', '--error-on-warnings', '.'], {
        env: { XDG_CACHE_HOME: `${root}/.cache` },
      }),
  },
  { name: 'types', run: () => runTool('typescript/bin/tsc', ['-p', 'tsconfig.json']) },
  { name: 'types without Node and DOM', run: () => runTool('typescript/bin/tsc', ['-p', 'tsconfig.pure.json']) },
  { name: 'boundaries', run: () => report(findBreaches(root)) },
  { name: 'files that import each other', run: () => report(findCycles(root)) },
  { name: 'crowded folders', run: () => report(findCrowdedFolders(root)) },
  { name: 'words that the glossary rules out', run: () => report(findBannedWords(root)) },
  { name: 'dead code', run: () => runTool('knip/bin/knip.js', ['--no-progress']) },
]

async function report(problems: readonly string[]): Promise<Outcome> {
  return { code: problems.length === 0 ? 0 : 1, output: problems.join('\n') }
}

/** Runs one check, prints whether it passed, and what it printed where it did not; gives how many failed. */
export async function runCheck({ name, run }: Check): Promise<number> {
  const started = performance.now()
  const { code, output } = await run()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)\n`)
  if (code !== 0) process.stdout.write(`${output.trim()}\n\n`)
  return code === 0 ? 0 : 1
}

/** Runs all of them, so that one run tells everything that is wrong; gives how many failed. */
export async function runQuickChecks(): Promise<number> {
  let failed = 0
  for (const check of QUICK_CHECKS) failed += await runCheck(check)
  return failed
}
