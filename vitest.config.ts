import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import LongestFirst from './scripts/longest-first.ts'

const LONG = '**/*.long.test.{ts,tsx}'

/** Tests that stand beside what they test. */
const beside = {
  // No test changes a module for the others, and loading the schemas anew for every file would take longer than the tests.
  isolate: false,
  // Of itself vitest leaves a core free, which is every second one of a small machine.
  maxWorkers: '100%',
  // A limit against hanging, not a bar: the machine may be busy.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
  include: ['packages/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'bench/**/*.test.ts', 'faults/**/*.test.ts'],
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './scripts/closing-line-reporter.ts'],
    projects: [
      { test: { ...beside, name: 'unit', exclude: [...configDefaults.exclude, LONG] } },
      // Start programs, or go through thousands of cases: too long for a look in between, which is `npm run check`.
      {
        test: { ...beside, name: 'long', include: beside.include.map((path) => path.replace('*.test', '*.long.test')) },
      },
      {
        test: {
          name: 'whole',
          include: ['tests/**/*.test.ts'],
          setupFiles: ['tests/stages/say-what-was-shown.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // The same: of itself vitest gives up after a second, which a busy machine may need for a page.
          expect: { poll: { timeout: 20_000 } },
          // One takes about two thirds of a core, with its CLIs and its browser, and waits for the rest of its time.
          maxWorkers: Math.ceil(1.5 * availableParallelism()),
          sequence: { groupOrder: 1 },
          // Of tests that say that they may run side by side.
          maxConcurrency: 3,
        },
      },
    ],
  },
})
