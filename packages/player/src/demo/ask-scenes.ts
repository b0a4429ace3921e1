import type { Scene } from '../script/script.ts'
import { CWD } from '../script/select-steps.ts'
import { bash, read, todos, write } from './demo-tools.ts'

const PLAN = `# Discount for long stays

1. Add \`src/discount.js\`: 10 % from seven nights on, 20 % from thirty.
2. Use it in \`src/price.js\`.
3. Test both limits, and the night before each.

Nothing changes for stays under a week.
`

const DISCOUNT = `/** The part of the price that is left for a stay of so many nights. */
export function toDiscount(nights) {
  if (nights >= 30) return 0.8
  return nights >= 7 ? 0.9 : 1
}
`

/** A plan that wants to be approved before anything is written. */
export const planScene: Scene = {
  words: ['plan', 'discount'],
  steps: [
    {
      text: 'I look at how prices are made before I plan.',
      tools: [{ name: 'EnterPlanMode', input: {} }, read('src/price.js')],
    },
    {
      text: 'Here is what I would do:',
      tools: [{ name: 'ExitPlanMode', input: { plan: PLAN, planFilePath: `${CWD}/.claude/plans/discount.md` } }],
      ifDenied: [{ text: 'Understood. Tell me what to change, and I plan again.' }],
    },
    {
      tools: [
        todos(
          ['Write src/discount.js', 'Writing src/discount.js', 'in_progress'],
          ['Use it in src/price.js', 'Using it in src/price.js', 'pending'],
        ),
        write('src/discount.js', DISCOUNT),
      ],
    },
    { text: 'The discount is there. Shall I use it in `src/price.js` next?' },
  ],
}

/** A choice that is the person's to make. */
export const questionScene: Scene = {
  words: ['question', 'which', 'database', 'store'],
  steps: [
    {
      text: 'Bookings are lost when the server restarts. There are two good ways; the choice is yours.',
      tools: [
        {
          name: 'AskUserQuestion',
          input: {
            questions: [
              {
                question: 'Where should bookings be kept?',
                header: 'Storage',
                multiSelect: false,
                options: [
                  { label: 'SQLite', description: 'One file, no server; enough for one harbour' },
                  { label: 'PostgreSQL', description: 'A server of its own; ready for many harbours' },
                ],
              },
              {
                question: 'What should be kept besides?',
                header: 'Extras',
                multiSelect: true,
                options: [
                  { label: 'Prices', description: 'What was asked for at the time' },
                  { label: 'Boats', description: 'So that guests need not enter them again' },
                ],
              },
            ],
          },
        },
      ],
      ifDenied: [{ text: 'Then I leave the storage as it is.' }],
    },
    { tools: [bash('ls src', 'List the sources', 'nights.js\nprice.js\nserver.js')] },
    { text: 'Good. I would begin with `src/bookings.js`; say the word and I write it.' },
  ],
}
