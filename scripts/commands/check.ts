import { findBreaches } from '../boundaries.ts'
import { command } from '../command.ts'
import { root } from '../root.ts'
import { type Outcome, runProgram, runTool } from '../run-program.ts'

const CHECKS: { name: string; run: () => Promise<Outcome> }[] = [
  {
    name: 'format and lint',
    run: () => runProgram(`${root}/node_modules/.bin/biome`, ['check', '--error-on-warnings', '.']),
  },
  { name: 'types', run: () => runTool('typescript/bin/tsc', ['-p', 'tsconfig.json']) },
  { name: 'types without Node and DOM', run: () => runTool('typescript/bin/tsc', ['-p', 'tsconfig.pure.json']) },
  { name: 'boundaries', run: checkBoundaries },
  { name: 'dead code', run: () => runTool('knip/bin/knip.js', ['--no-progress']) },
  { name: 'unit tests', run: () => runTool('vitest/vitest.mjs', ['run', '--project', 'unit', '--reporter', 'dot']) },
]

async function checkBoundaries(): Promise<Outcome> {
  const breaches = findBreaches(root)
  return { code: breaches.length === 0 ? 0 : 1, output: breaches.join('\n') }
}

await command(async () => {
  let failed = 0
  for (const { name, run } of CHECKS) {
    const started = performance.now()
    const { code, output } = await run()
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)\n`)
    if (code !== 0) {
      failed += 1
      process.stdout.write(`${output.trim()}\n\n`)
    }
  }
  return failed === 0 ? 0 : 1
})
