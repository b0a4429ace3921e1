import { type QuestionChoice, toQuestionAnswers } from '@quarterdeck/protocol/pure'
import { useId } from 'react'
import { Markdown } from '../../markdown/Markdown.tsx'
import { isComposing } from '../../text/is-composing.ts'
import { toVisibleText } from '../../text/visible-text.ts'
import { SKIPPED } from '../answer/to-outcome-text.ts'
import { useAnswer } from '../answer/use-answer.ts'
import { useCardDraft } from '../answer/use-card-draft.ts'
import { CardFrame } from '../CardFrame.tsx'
import type { CardProps } from '../card-props.ts'
import { chooseByDigit } from './choose-by-digit.ts'
import { type Question, readQuestions } from './read-questions.ts'

interface Given {
  labels: readonly string[]
  other: string
}

const NOTHING: Given = { labels: [], other: '' }

/** One to four questions, each with its options and a place for other words. */
export function QuestionCard(props: CardProps) {
  const { approval, now } = props
  const { isSending, problem, decide } = useAnswer(props)
  const questions = readQuestions(approval.input)
  const [given, setGiven] = useCardDraft<Readonly<Record<number, Given>>>(approval.requestId, 'given', {})
  const answered = Object.values(given).filter(({ labels, other }) => labels.length > 0 || other.trim() !== '').length

  function submit() {
    if (answered === 0) return
    const choices = questions.map(
      ({ text, isMulti }, index) => [text, toChoice(given[index] ?? NOTHING, isMulti)] as const,
    )
    decide({ behavior: 'allow', updatedInput: toQuestionAnswers(approval.input as object, choices) })
  }
  const skip = () => decide({ behavior: 'deny', message: SKIPPED })

  return (
    <CardFrame
      name="Question"
      title={questions.length > 1 ? `Claude asks ${questions.length} things` : 'Claude asks'}
      at={approval.at}
      now={now}
      problem={problem}
      isSending={isSending}
      isForm
      onEscape={skip}
      onKey={chooseByDigit}
    >
      <div className="card-input">
        {questions.map((question, index) => (
          <QuestionGroup
            // biome-ignore lint/suspicious/noArrayIndexKey: a question is its place
            key={index}
            question={question}
            given={given[index] ?? NOTHING}
            onChange={(next) => setGiven((all) => ({ ...all, [index]: next }))}
            onEnter={submit}
          />
        ))}
      </div>
      <div className="card-buttons">
        <button type="button" className="button" disabled={isSending} onClick={skip}>
          Skip
        </button>
        <span className="spacer" />
        {questions.length > 1 && (
          <span className="quiet question-count" role="status">
            {answered} of {questions.length} answered
          </span>
        )}
        <button type="button" className="button primary" disabled={isSending || answered === 0} onClick={submit}>
          Submit answers
        </button>
      </div>
    </CardFrame>
  )
}

function toChoice({ labels, other }: Given, isMulti: boolean): QuestionChoice {
  const own = other.trim()
  // Whoever writes chooses nothing, so that what is chosen was chosen last; the words stay for a change of mind.
  if (!isMulti) return labels[0] ?? own
  return own === '' ? labels : [...labels, own]
}

interface GroupProps {
  question: Question
  given: Given
  onChange: (given: Given) => void
  onEnter: () => void
}

function QuestionGroup({ question: { text, header, options, isMulti }, given, onChange, onEnter }: GroupProps) {
  const name = useId()
  const preview = options.find(({ label }) => given.labels.includes(label))?.preview

  function choose(label: string, isChosen: boolean) {
    if (!isMulti) return onChange({ ...given, labels: [label] })
    const labels = isChosen ? [...given.labels, label] : given.labels.filter((each) => each !== label)
    onChange({ ...given, labels })
  }

  return (
    <fieldset className="question">
      <legend>
        {header !== undefined && <span className="question-header">{toVisibleText(header)}</span>} {toVisibleText(text)}
      </legend>
      {options.map(({ label, description }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option is its place
        <label key={index} className="question-option">
          <input
            type={isMulti ? 'checkbox' : 'radio'}
            name={name}
            checked={given.labels.includes(label)}
            onChange={(event) => choose(label, event.target.checked)}
          />
          <span>
            {toVisibleText(label)}
            {description !== undefined && <span className="quiet"> {toVisibleText(description)}</span>}
          </span>
        </label>
      ))}
      <input
        className="field"
        aria-label="Other"
        placeholder="Other"
        value={given.other}
        onChange={(event) =>
          onChange({ labels: isMulti || event.target.value === '' ? given.labels : [], other: event.target.value })
        }
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event)) onEnter()
        }}
      />
      {preview !== undefined && (
        <div className="question-preview">
          <Markdown text={toVisibleText(preview)} />
        </div>
      )}
    </fieldset>
  )
}
