/** What a person gave to one question: words (a label, or their own), or the labels chosen where several may be. */
export type QuestionChoice = string | readonly string[]

const SEPARATOR = ', '

/**
 * The `updatedInput` that answers an AskUserQuestion prompt: its own input, with the answers by the text of each question. A
 * question without a choice is left out, which is how it is skipped.
 */
export function toQuestionAnswers<I extends object>(
  input: I,
  choices: Iterable<readonly [question: string, choice: QuestionChoice]>,
): I & { answers: Record<string, string> } {
  const answers: [string, string][] = []
  for (const [question, choice] of choices) {
    const answer = typeof choice === 'string' ? choice : joinLabels(choice)
    if (answer.trim() !== '') answers.push([question, answer])
  }
  // From entries and not by assignment, which would lose a question called __proto__.
  return { ...input, answers: Object.fromEntries(answers) }
}

/** The one spelling in which the CLI recognises several chosen options as just those. */
export function joinLabels(labels: readonly string[]): string {
  return labels.map((label) => (needsQuotes(label) ? JSON.stringify(label) : label)).join(SEPARATOR)
}

/**
 * The parts of an answer: the options chosen, and whatever else was said. Knowing the `labels` of the question, free text
 * with a comma in it stays whole.
 */
export function splitAnswer(answer: QuestionChoice, labels?: readonly string[]): string[] {
  if (typeof answer !== 'string') return [...answer]
  if (answer === '') return []
  const parts = splitQuoted(answer)
  if (parts === null) return [answer]
  if (labels === undefined || parts.every((part) => labels.includes(part))) return parts
  if (labels.includes(answer)) return [answer]
  return parts.some((part) => labels.includes(part)) ? parts : [answer]
}

function needsQuotes(label: string): boolean {
  return label.includes(SEPARATOR) || label.includes('"')
}

/** Null for what `joinLabels` cannot have written: free text with quotation marks of its own. */
function splitQuoted(answer: string): string[] | null {
  const parts: string[] = []
  for (let rest = answer; ; ) {
    const length = rest.startsWith('"') ? quotedLength(rest) : plainLength(rest)
    if (length === null) return null
    const part = readPart(rest.slice(0, length))
    if (part === null) return null
    parts.push(part)
    if (length === rest.length) return parts
    if (!rest.startsWith(SEPARATOR, length)) return null
    rest = rest.slice(length + SEPARATOR.length)
  }
}

function quotedLength(text: string): number | null {
  return /^"[^"\\]*(?:\\.[^"\\]*)*"/.exec(text)?.[0].length ?? null
}

function plainLength(text: string): number | null {
  const end = text.indexOf(SEPARATOR)
  const length = end === -1 ? text.length : end
  return length === 0 || text.slice(0, length).includes('"') ? null : length
}

function readPart(part: string): string | null {
  if (!part.startsWith('"')) return part
  try {
    return JSON.parse(part)
  } catch {
    // Quotation marks around something that is no JSON string: a person's own words.
    return null
  }
}
