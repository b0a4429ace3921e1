import type { Reporter, TestModule } from 'vitest/node'
import { toTable } from './rows.ts'

const SLOWEST = 10

/** Ends the run with the slowest files, where there are many, and with the plain line that people and programs look for. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const slowest = modules.length > SLOWEST ? toSlowest(modules) : ''
    const closing = `${slowest}${toClosingLine(modules, errors)}\n`
    process.on('exit', () => process.stdout.write(closing))
  }
}

function toClosingLine(modules: readonly TestModule[], errors: readonly unknown[]): string {
  const counts = { passed: 0, failed: errors.length, skipped: 0 }
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state !== 'pending') counts[state] += 1
    }
    // A file that does not even load has no tests to count, and must not pass unseen.
    counts.failed += module.errors().length
  }
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
  return `${counts.passed} passed, ${counts.failed} failed${skipped}`
}

/** The files that hold a core longest: the next to be cut, or to share what they set up. */
function toSlowest(modules: readonly TestModule[]): string {
  const files = modules.map((module) => {
    const { collectDuration, setupDuration, duration } = module.diagnostic()
    return { path: module.relativeModuleId, seconds: (collectDuration + setupDuration + duration) / 1000 }
  })
  const slowest = files.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  const table = toTable([
    ['seconds', 'the slowest files'],
    ...slowest.map((each) => [each.seconds.toFixed(1), each.path]),
  ])
  return `\n${table}\n`
}
