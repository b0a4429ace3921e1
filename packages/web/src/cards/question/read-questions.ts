import { fieldOf, listOf, textOf } from '../../tools/read-field.ts'

export interface Question {
  text: string
  header?: string
  options: readonly { label: string; description?: string; preview?: string }[]
  /** Several may be chosen. */
  isMulti: boolean
}

/** The questions of an AskUserQuestion, as far as they can be shown. */
export function readQuestions(input: unknown): Question[] {
  return listOf(input, 'questions').flatMap((asked) => {
    const text = textOf(asked, 'question')
    if (text === undefined) return []
    const header = textOf(asked, 'header')
    return [
      {
        text,
        isMulti: fieldOf(asked, 'multiSelect') === true,
        options: listOf(asked, 'options').flatMap(toOption),
        ...(header !== undefined && { header }),
      },
    ]
  })
}

function toOption(option: unknown): Question['options'] {
  const label = textOf(option, 'label')
  if (label === undefined) return []
  const description = textOf(option, 'description')
  const preview = textOf(option, 'preview') ?? textOf(option, 'markdown')
  return [{ label, ...(description !== undefined && { description }), ...(preview !== undefined && { preview }) }]
}
