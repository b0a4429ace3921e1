import type { ToolWords } from '../words.ts'

/** A tool without words of its own: its name and the names of its fields stand as they are. */
export const unknownWords: ToolWords = {
  toWish: null,
  fieldNames: {},
  drawing: null,
  mainField: null,
  plural: null,
  refusal: null,
}
