import type { Reply } from './script.ts'
import { toScriptedPrompt } from './script.ts'

/** A conversation with something of everything: text, thinking, tools that work and fail, a subagent, commands, an API error. */
export function toSampleScenario(cwd: string): (string | Reply[])[] {
  const file = `${cwd}/a.txt`
  const subagent = toScriptedPrompt('Read the file.', [
    { text: 'Reading.', tools: [{ name: 'Read', input: { file_path: file } }] },
    { text: 'It has two lines.' },
  ])
  return [
    [{ thinking: 'A greeting calls for a greeting.', text: 'Hello. Grüße. こんにちは. '.repeat(20) }],
    [
      {
        text: 'Two at once.',
        tools: [
          { name: 'Bash', input: { command: 'echo hi > b.txt; cat b.txt', description: 'Say hi' } },
          { name: 'Read', input: { file_path: file } },
        ],
      },
      { tools: [{ name: 'Edit', input: { file_path: file, old_string: 'two', new_string: 'three' } }] },
      { tools: [{ name: 'Write', input: { file_path: `${cwd}/c.txt`, content: 'new\n' } }] },
      { tools: [{ name: 'Bash', input: { command: 'exit 3' } }] },
      { tools: [{ name: 'Read', input: { file_path: `${cwd}/missing` } }] },
      { text: 'Done.' },
    ],
    [
      { tools: [{ name: 'Task', input: { description: 'Look', prompt: subagent, subagent_type: 'general-purpose' } }] },
      { text: 'The subagent looked.' },
    ],
    '/cost',
    '/context',
    '/compact',
    '/no-such-command',
    [{ errorStatus: 400 }],
  ]
}
