import type { Scene } from '../script/script.ts'
import { CWD } from '../script/select-steps.ts'
import { read } from './demo-tools.ts'

const SUMMARY =
  'Three files use dates: `nights.js` counts, `price.js` multiplies, `server.js` parses without a time zone.'

/** Someone is sent to look around, and reports when the turn is long over. */
export const agentScene: Scene = {
  words: ['agent', 'explore', 'look around', 'search'],
  steps: [
    {
      text: 'I send a subagent to look at every use of dates, and go on meanwhile.',
      tools: [
        {
          name: 'Agent',
          input: {
            description: 'Find uses of dates',
            prompt: 'Find every place that works with dates, and say what it assumes about time zones.',
            subagent_type: 'Explore',
          },
          agent: {
            steps: [
              {
                text: 'I search for Date first.',
                tools: [
                  {
                    name: 'Grep',
                    input: { pattern: 'Date|getTime', path: CWD },
                    content: 'src/nights.js\ntest/nights.test.js',
                  },
                ],
              },
              { tools: [read('src/nights.js')] },
              { event: 'wait', ms: 1500 },
              { tools: [read('src/server.js')] },
            ],
            summary: SUMMARY,
            after: [{ text: `The subagent is back. ${SUMMARY} I would fix the parsing in \`server.js\` next.` }],
          },
        },
      ],
    },
    { text: 'It is at work. Ask me anything meanwhile.' },
  ],
}

export const taskScene: Scene = {
  words: ['tasks', 'todo', 'steps'],
  steps: [
    {
      text: 'I keep a list for that.',
      tools: [
        { name: 'TaskCreate', input: { subject: 'Parse dates with a time zone', description: 'In src/server.js' } },
        {
          name: 'TaskCreate',
          input: { subject: 'Refuse a departure before the arrival', description: 'With status 400' },
        },
      ],
    },
    { tools: [{ name: 'TaskUpdate', input: { taskId: '1', status: 'in_progress' } }, read('src/server.js')] },
    { tools: [{ name: 'TaskUpdate', input: { taskId: '1', status: 'completed' } }] },
    { text: 'The first is done; the second waits for you.' },
  ],
}

/** Things that happen to a session rather than in it. */
export const trouble: Scene[] = [
  {
    words: ['hook'],
    steps: [
      { event: 'hook', hookEvent: 'PreToolUse', name: 'PreToolUse:Read', output: 'Reading is fine.' },
      { tools: [read('README.md')] },
      { event: 'hook', hookEvent: 'Stop', name: 'Stop', output: 'The linter found two lines too long.', exitCode: 1 },
      { text: 'One hook let me read, the other complained.' },
    ],
  },
  {
    words: ['overload', 'retry'],
    steps: [{ event: 'retry', status: 529, attempts: 3, delayMs: 1200 }, { text: 'The third try went through.' }],
  },
  {
    words: ['limit'],
    steps: [
      { event: 'rate-limit', status: 'allowed_warning', utilization: 0.92, resetsInSeconds: 5400 },
      { text: 'There is little left until the limit is reset.' },
    ],
  },
  {
    words: ['compact', 'forget'],
    steps: [
      { event: 'compact', summary: 'We work on the nights of a stay, and found the change to summer time.' },
      { text: 'I have summed up what we said, and go on from there.' },
    ],
  },
  {
    words: ['too long', 'max turns'],
    steps: [{ text: 'One more step.' }, { event: 'fail', subtype: 'error_max_turns' }],
  },
  { words: ['error', 'broken'], steps: [{ errorStatus: 400 }] },
]
