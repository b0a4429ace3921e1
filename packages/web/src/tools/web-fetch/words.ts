import type { WebFetchInput } from '@quarterdeck/protocol/tools'
import type { ToolWords } from '../words.ts'

export const webFetchWords: ToolWords<WebFetchInput> = {
  toWish: () => 'open a page of the web',
  fieldNames: { url: 'Address', prompt: 'What to find there' },
  drawing: null,
  mainField: 'url',
  plural: null,
  refusal: null,
}
