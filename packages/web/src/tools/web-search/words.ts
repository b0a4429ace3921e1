import type { WebSearchInput } from '@quarterdeck/protocol/tools'
import type { ToolWords } from '../words.ts'

export const webSearchWords: ToolWords<WebSearchInput> = {
  toWish: () => 'search the web',
  fieldNames: { query: 'Search for', allowed_domains: 'Only on', blocked_domains: 'Not on' },
  drawing: null,
  mainField: null,
  plural: null,
  refusal: null,
}
