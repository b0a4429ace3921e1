import { expect, it } from 'vitest'
import { toAuditText } from './to-audit-text.ts'

const entry = { n: 1, at: '2026-11-14T09:30:00.000Z', by: 'Chrome on Linux' }

it.each([
  [{ event: 'decision', toolName: 'Bash', behavior: 'allow' }, 'Chrome on Linux allowed Bash'],
  [{ event: 'decision', toolName: 'Bash', behavior: 'deny' }, 'Chrome on Linux denied Bash'],
  [{ event: 'decision', toolName: 'AskUserQuestion', behavior: 'deny' }, 'Chrome on Linux skipped a question'],
  [{ event: 'decision', toolName: 'ExitPlanMode', behavior: 'deny' }, 'Chrome on Linux kept planning'],
  [{ event: 'trust', folder: '/home/you/app' }, 'Chrome on Linux trusted a folder: /home/you/app'],
  [{ event: 'upload_taken_back', path: '/p/a.csv' }, 'Chrome on Linux took a file back: /p/a.csv'],
  [{ event: 'upload_not_taken_back', path: '/p/a.csv' }, 'Chrome on Linux could not take a file back: /p/a.csv'],
  [{ event: 'rule_removed', rule: 'Bash(ls)', path: '/p/s.json' }, 'Chrome on Linux took a rule back: Bash(ls)'],
  [{ event: 'refusal', door: 'trust', what: '/p' }, 'Chrome on Linux was refused: /p'],
  [{ event: 'restore', version: 'toolu_1@before', path: '/p/a.ts' }, 'Chrome on Linux restored a file: /p/a.ts'],
  [
    { event: 'restore', path: '/p/a.ts', dryRun: true },
    'Chrome on Linux looked at what restoring a file would change: /p/a.ts',
  ],
  [{ event: 'interrupt' }, 'Chrome on Linux stopped a turn'],
  [{ event: 'paired', name: 'Chrome on Linux' }, 'Chrome on Linux was paired'],
  [{ event: 'of_tomorrow' }, 'Chrome on Linux of tomorrow'],
])('says %j as a sentence', (facts, text) => expect(toAuditText({ ...entry, ...facts })).toBe(text))
