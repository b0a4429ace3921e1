import { unknownWords } from '../unknown/words.ts'
import type { ToolWords } from '../words.ts'

export const agentWords: ToolWords = { ...unknownWords, toWish: () => 'send an agent' }
