import type { Reporter, TestModule } from 'vitest/node'

/** Ends the run with the plain line that people and programs look for. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state !== 'pending') counts[state] += 1
      }
      // A file that does not even load has no tests to count, and must not pass unseen.
      counts.failed += module.errors().length
    }
    counts.failed += errors.length
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
    process.on('exit', () => process.stdout.write(`${counts.passed} passed, ${counts.failed} failed${skipped}\n`))
  }
}
