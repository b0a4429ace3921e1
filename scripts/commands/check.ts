import { findBreaches } from '../checks/boundaries.ts'
import { command } from '../command.ts'
import { root } from '../root.ts'
import { type Outcome, runProgram, runTool } from '../run-program.ts'
import { runVitest } from '../run-vitest.ts'

interface Check {
  name: string
  run: () => Promise<Outcome>
}

const QUICK: Check[] = [
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
  { name: 'boundaries', run: checkBoundaries },
  { name: 'dead code', run: () => runTool('knip/bin/knip.js', ['--no-progress']) },
]
const TESTS: Check = { name: 'unit tests', run: () => runVitest(['--project', 'unit', '--reporter', 'dot']) }

async function checkBoundaries(): Promise<Outcome> {
  const breaches = findBreaches(root)
  return { code: breaches.length === 0 ? 0 : 1, output: breaches.join('\n') }
}

/** Runs one check and tells; gives whether it passed. */
async function tell({ name, run }: Check): Promise<boolean> {
  const started = performance.now()
  const { code, output } = await run()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)\n`)
  if (code !== 0) process.stdout.write(`${output.trim()}\n\n`)
  return code === 0
}

/** The tests take longest, so the others run beside them, one after another. */
async function tellQuick(): Promise<boolean> {
  let passed = true
  for (const check of QUICK) passed = (await tell(check)) && passed
  return passed
}

await command(async () => {
  const passed = await Promise.all([tellQuick(), tell(TESTS)])
  return passed.every(Boolean) ? 0 : 1
})
