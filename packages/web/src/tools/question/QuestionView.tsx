import type { AskUserQuestionInput, AskUserQuestionResult } from '@quarterdeck/protocol/tools'
import type { CallRow } from '@quarterdeck/transcript'
import { toVisibleText } from '../../text/visible-text.ts'
import { ErrorText } from '../ErrorText.tsx'
import { fieldOf, listOf, textOf } from '../read-field.ts'
import type { ToolView } from '../tool-view.ts'

export const questionView: ToolView = {
  toFace({ call }) {
    const questions = listOf<AskUserQuestionInput>(call.input, 'questions')
    const first = textOf(questions[0], 'question') ?? 'A question'
    return {
      name: 'AskUserQuestion',
      subject: questions.length > 1 ? `${first} (and ${questions.length - 1} more)` : first,
    }
  },
  Body: QuestionBody,
  isOpenAtFirst: () => true,
}

/** The questions with their answers, afterwards. */
function QuestionBody({ row: { call } }: { row: CallRow }) {
  const answers =
    fieldOf<AskUserQuestionResult>(call.structured, 'answers') ?? fieldOf<AskUserQuestionInput>(call.input, 'answers')
  return (
    <>
      <dl className="answers">
        {listOf<AskUserQuestionInput>(call.input, 'questions').map((asked, index) => {
          const question = textOf(asked, 'question') ?? ''
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a question is its place
            <div key={index}>
              <dt>{toVisibleText(question)}</dt>
              <dd>
                {toVisibleText(
                  textOf(answers, question) ?? (call.result === undefined ? 'Not answered yet' : 'Not answered'),
                )}
              </dd>
            </div>
          )
        })}
      </dl>
      {/* Whoever skips it denies it: what failed was called wrongly, and never asked. */}
      {call.status === 'failed' && <ErrorText text={call.result ?? ''} />}
    </>
  )
}
