import type { Scene } from '../script/script.ts'
import { bash, edit, failing, read, todos } from './demo-tools.ts'

const FAILED = `✖ counts a night over the change to summer time (3.1 ms)
  AssertionError: Expected values to be strictly equal:
  0 !== 1

ℹ tests 1
ℹ pass 0
ℹ fail 1`

const PASSED = `✔ counts a night over the change to summer time (2.4 ms)
ℹ tests 1
ℹ pass 1
ℹ fail 0`

/** A bug, from the failing test to the passing one. */
export const fixScene: Scene = {
  words: ['fix', 'bug', 'test', 'nights'],
  steps: [
    {
      thinking:
        'The day the clocks go forward has 23 hours. If the nights are counted by dividing milliseconds, that night is lost. I should see the test fail before I change anything.',
      text: 'I suspect the change to summer time: that day is only 23 hours long. I run the test first.',
      tools: [failing('npm test', 'Run the tests', FAILED)],
    },
    {
      text: 'It fails as I thought. Now the code:',
      tools: [
        read('src/nights.js'),
        todos(
          ['Reproduce the wrong count', 'Reproducing the wrong count', 'completed'],
          ['Count calendar days', 'Counting calendar days', 'in_progress'],
          ['Run the tests again', 'Running the tests again', 'pending'],
        ),
      ],
    },
    {
      text: '`Math.floor` drops the short day. Rounding is right here, because a shift is never more than an hour or two:',
      tools: [edit('src/nights.js', 'Math.floor(', 'Math.round(')],
      ifDenied: [{ text: 'Then I leave the file as it is. The wrong line is `src/nights.js:5`.' }],
    },
    { tools: [bash('npm test', 'Run the tests', PASSED)] },
    {
      text: [
        'The count is right now:',
        '',
        '- **Cause:** a night over the change to summer time has 23 hours, and `Math.floor` made it zero.',
        '- **Fix:** `Math.round` in `src/nights.js`.',
        '- **Test:** it failed before and passes now.',
        '',
        '```js',
        'return Math.round((departure - arrival) / DAY)',
        '```',
      ].join('\n'),
    },
  ],
}
