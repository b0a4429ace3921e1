import type { BashInput } from '@quarterdeck/protocol/tools'
import { areTexts, type ToolWords } from '../words.ts'

export const bashWords: ToolWords<BashInput> = {
  toWish: () => 'run a command',
  fieldNames: {
    command: 'Command',
    description: 'Description',
    timeout: 'Time limit in milliseconds',
    run_in_background: 'In the background',
    dangerouslyDisableSandbox: 'Without the sandbox',
  },
  drawing: { kind: 'command', findFields: (fields) => (areTexts(fields, 'command') ? ['command'] : []) },
  mainField: 'command',
  plural: 'commands',
  refusal: null,
}
