import { unknownWords } from '../unknown/words.ts'
import type { ToolWords } from '../words.ts'

/** Glob and Grep. */
export const patternWords: ToolWords = { ...unknownWords, plural: 'patterns' }
