import { toQuestionAnswers } from '@quarterdeck/protocol'

export type ParsedAnswer = { kind: 'input'; input: Record<string, unknown> } | { kind: 'wrong'; problem: string }

/** `answer.result` as the input that answers a question: the words themselves, or JSON by question where there are several. */
export function parseAnswer(input: unknown, result: string): ParsedAnswer {
  const asked = (input ?? {}) as Record<string, unknown>
  const questions = toQuestions(asked)
  const byQuestion = parseObject(result)
  // JSON that names no question is what the person said.
  if (byQuestion === null || !questions.some((question) => Object.hasOwn(byQuestion, question))) {
    const [only] = questions
    if (questions.length === 1 && only !== undefined)
      return { kind: 'input', input: toQuestionAnswers(asked, [[only, result]]) }
    return wrong(`${questions.length} questions are asked: send JSON by question, such as ${toExample(questions)}.`)
  }
  const odd = Object.keys(byQuestion).find((key) => !questions.includes(key))
  if (odd !== undefined) return wrong(`There is no question '${odd}'. Send JSON such as ${toExample(questions)}.`)
  const choices = Object.entries(byQuestion)
  if (!choices.every(([, choice]) => isChoice(choice)))
    return wrong('An answer is a text, or a list of texts where several may be chosen.')
  return { kind: 'input', input: toQuestionAnswers(asked, choices as [string, string | string[]][]) }
}

function toQuestions({ questions }: Record<string, unknown>): string[] {
  if (!Array.isArray(questions)) return []
  return questions.flatMap(({ question }) => (typeof question === 'string' ? [question] : []))
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

function isChoice(value: unknown): boolean {
  return typeof value === 'string' || (Array.isArray(value) && value.every((each) => typeof each === 'string'))
}

function toExample(questions: readonly string[]): string {
  return JSON.stringify(Object.fromEntries(questions.map((question) => [question, '…'])))
}

function wrong(problem: string): ParsedAnswer {
  return { kind: 'wrong', problem }
}
