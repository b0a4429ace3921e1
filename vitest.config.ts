import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    reporters: ['default', './scripts/closing-line-reporter.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          // No test changes a module for the others, and loading the schemas anew for every file would take longer than the tests.
          isolate: false,
          // Of itself vitest leaves a core free, which is every second one of a small machine.
          maxWorkers: '100%',
          // A limit against hanging, not a bar: the machine may be busy.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          include: [
            'packages/*/src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
            'faults/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'whole',
          include: ['tests/**/*.test.ts'],
          setupFiles: ['tests/say-what-was-shown.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Most of their time a CLI starts or a page is drawn, which takes a core.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          // Of tests that say that they may run side by side.
          maxConcurrency: 3,
        },
      },
    ],
  },
})
