import type { Step } from '../script/script.ts'
import { planScene, questionScene } from './ask-scenes.ts'
import { bash, edit, failing, read, write } from './demo-tools.ts'
import { fixScene } from './fix-scene.ts'
import { agentScene, taskScene } from './work-scenes.ts'

/** A session that was, to be found in the lists of the demo. */
export interface DemoSession {
  project: 'berths' | 'tides' | 'website'
  title: string
  hoursAgo: number
  model?: string
  turns: { prompt: string; steps: Step[] }[]
}

const LOG = '3f1c2aa Count nights over the change of clocks\nb90d417 Ask for the length of a boat\n77aa0c1 First berth'

export const demoSessions: DemoSession[] = [
  {
    project: 'berths',
    title: 'A night too few in March',
    hoursAgo: 2,
    turns: [
      { prompt: 'A guest paid for zero nights at the end of March. Can you fix it?', steps: fixScene.steps },
      {
        prompt: 'Thank you. Please commit that.',
        steps: [
          {
            tools: [
              bash(
                'git commit -am "Count nights over the change of clocks"',
                'Commit',
                '[main 3f1c2aa] Count nights over the change of clocks',
              ),
            ],
          },
          { text: 'Committed as `3f1c2aa`.' },
        ],
      },
    ],
  },
  {
    project: 'berths',
    title: 'Discount for long stays',
    hoursAgo: 5,
    turns: [{ prompt: 'Plan a discount for guests who stay long.', steps: planScene.steps }],
  },
  {
    project: 'berths',
    title: 'Where bookings are kept',
    hoursAgo: 27,
    turns: [{ prompt: 'Bookings are gone after a restart. Which database fits?', steps: questionScene.steps }],
  },
  {
    project: 'berths',
    title: 'Uses of dates',
    hoursAgo: 30,
    turns: [{ prompt: 'Explore how we work with dates.', steps: agentScene.steps }],
  },
  {
    project: 'berths',
    title: 'A list for the server',
    hoursAgo: 52,
    turns: [{ prompt: 'Make a list of tasks for the server.', steps: taskScene.steps }],
  },
  {
    project: 'berths',
    title: 'Price in the wrong currency',
    hoursAgo: 75,
    model: 'sonnet',
    turns: [
      {
        prompt: 'Prices should be in whole cents.',
        steps: [
          { tools: [read('src/price.js')] },
          {
            text: 'I round at the end only:',
            tools: [edit('src/price.js', 'return nights', 'return Math.round(100 * nights')],
          },
          { text: 'There is a bracket to close; shall I?' },
        ],
      },
      {
        prompt: 'Yes, of course.',
        steps: [
          { tools: [failing('npm test', 'Run the tests', 'SyntaxError: missing ) after argument list')] },
          { text: 'The test shows where: line 7.' },
        ],
      },
    ],
  },
  {
    project: 'tides',
    title: 'High water at midnight',
    hoursAgo: 8,
    turns: [
      {
        prompt: 'High water at 00:00 is shown for the wrong day.',
        steps: [
          {
            thinking: 'Midnight belongs to the day that begins.',
            text: 'Midnight belongs to the day that begins; the table says otherwise.',
            tools: [bash('grep -n "24:00" data/*.csv', 'Find midnights', 'data/2026.csv:812:24:00,4.2')],
          },
          { text: 'One line has `24:00`. It should be `00:00` of the next day.' },
        ],
      },
    ],
  },
  {
    project: 'tides',
    title: 'Tables for 2027',
    hoursAgo: 31,
    model: 'haiku',
    turns: [
      {
        prompt: 'Make an empty table for 2027.',
        steps: [{ tools: [write('data/2027.csv', 'time,height\n')] }, { text: 'There it is.' }],
      },
    ],
  },
  {
    project: 'tides',
    title: 'What changed lately',
    hoursAgo: 100,
    turns: [
      {
        prompt: 'What changed lately?',
        steps: [
          { tools: [bash('git log --oneline -3', 'Show the log', LOG)] },
          { text: 'Three commits, all about nights and boats.' },
        ],
      },
    ],
  },
  {
    project: 'website',
    title: 'Opening hours',
    hoursAgo: 12,
    turns: [
      {
        prompt: 'Put the opening hours on the page.',
        steps: [{ tools: [write('hours.html', '<p>Open from 8 to 20.</p>\n')] }, { text: 'They are in `hours.html`.' }],
      },
    ],
  },
  {
    project: 'website',
    title: 'A map that loads slowly',
    hoursAgo: 150,
    turns: [
      {
        prompt: 'Why does the map load slowly?',
        steps: [
          { event: 'retry', status: 529, attempts: 2, delayMs: 800 },
          { text: 'The image is 4 MB. At 300 KB it would look the same.' },
        ],
      },
    ],
  },
  {
    project: 'website',
    title: 'Colours for the night',
    hoursAgo: 300,
    model: 'haiku',
    turns: [
      {
        prompt: 'Colours for the night, please.',
        steps: [{ text: 'Dark blue for the ground, a warm white for the words.' }],
      },
      { prompt: 'Warmer.', steps: [{ text: 'Then `#fff4e0` on `#10202b`.' }] },
    ],
  },
]
