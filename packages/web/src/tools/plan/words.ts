import { unknownWords } from '../unknown/words.ts'
import type { ToolWords } from '../words.ts'

export const exitPlanWords: ToolWords = {
  ...unknownWords,
  refusal: { status: 'kept planning', deed: 'kept planning', toSentence: (by) => `Kept planning, decided ${by}` },
}
