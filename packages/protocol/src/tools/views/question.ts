import { z } from 'zod'
import { loose, open } from '../../lines/define.ts'
import { byKind } from '../by-kind.ts'

const Option = loose({
  label: z.string(),
  description: z.string().optional(),
  /** Markdown to show while the option is in focus. */
  preview: z.string().optional(),
})

export const Question = loose({
  question: z.string(),
  header: z.string().optional(),
  multiSelect: z.boolean().optional(),
  /** None where only free text is asked for. */
  options: z.array(Option).optional(),
})
export type Question = z.infer<typeof Question>

/** By the text of the question; several choices are one text, joined, or a list. */
const Answers = z.record(z.string(), byKind({ text: z.string(), list: z.array(z.string()) }))

const Annotations = z.record(
  z.string(),
  loose({
    preview: z.string().optional(),
    notes: z.string().optional(),
    unanswered: open('skipped', 'replied_in_chat', 'dismissed').optional(),
  }),
)

export const AskUserQuestionInput = loose({
  questions: z.array(Question),
  answers: Answers.optional(),
  annotations: Annotations.optional(),
  metadata: loose({ source: z.string().optional() }).optional(),
})
export type AskUserQuestionInput = z.infer<typeof AskUserQuestionInput>

export const AskUserQuestionResult = loose({
  answers: Answers,
  questions: z.array(Question).optional(),
  /** Free text instead of any choice. */
  response: z.string().optional(),
  annotations: Annotations.optional(),
  /** The question closed by itself after so long without anybody there. */
  afkTimeoutMs: z.number().optional(),
})
export type AskUserQuestionResult = z.infer<typeof AskUserQuestionResult>
