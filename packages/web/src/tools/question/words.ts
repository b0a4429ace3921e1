import { unknownWords } from '../unknown/words.ts'
import type { ToolWords } from '../words.ts'

export const questionWords: ToolWords = {
  ...unknownWords,
  refusal: { status: 'skipped', deed: 'skipped a question', toSentence: (by) => `Skipped ${by}` },
}
