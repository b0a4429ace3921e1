import type { FieldName } from './read-field.ts'

export type Fields = Readonly<Record<string, unknown>>

/** How the card of a tool draws some fields of the input, in place of a list of fields. */
export interface Drawing {
  kind: 'command' | 'change' | 'cell'
  /** The fields to draw; none where they are not what they should be: then every field is listed. */
  findFields: (fields: Fields) => readonly string[]
}

/** How refusing a call is called, where that is an answer and no denial. */
export interface Refusal {
  /** Of the call: "skipped". */
  status: string
  /** In the audit log, behind a name: "skipped a question". */
  deed: string
  /** `by` is "by Pixel 9": "Skipped by Pixel 9". */
  toSentence: (by: string) => string
}

/** The words and fields of a tool: on the card that asks whether it may run, and in the lines that tell of its calls. */
export interface ToolWords<Input = unknown> {
  /** Behind "Claude wants to": "run a command". Null says only which tool is wanted. */
  toWish: ((input: unknown, projectPath: string | undefined) => string) | null
  fieldNames: Readonly<Partial<Record<FieldName<Input>, string>>>
  drawing: Drawing | null
  /** The field that is meant when a person types plain words in place of the whole input. */
  mainField: FieldName<Input> | null
  /** The unit of several calls: "3 files". Null counts times. */
  plural: string | null
  refusal: Refusal | null
}

/** Finds these fields where all of them are text. */
export function areTexts(fields: Fields, ...names: string[]): boolean {
  return names.every((name) => typeof fields[name] === 'string')
}
