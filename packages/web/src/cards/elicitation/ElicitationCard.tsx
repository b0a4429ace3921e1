import { toServerTitle } from '@quarterdeck/protocol/pure'
import { useState } from 'react'
import { toVisibleText } from '../../text/visible-text.ts'
import { textOf } from '../../tools/read-field.ts'
import { OutLink } from '../../tools/web-fetch/FetchView.tsx'
import { useAnswer } from '../answer/use-answer.ts'
import { useCardDraft } from '../answer/use-card-draft.ts'
import { CardFrame } from '../CardFrame.tsx'
import type { CardProps } from '../card-props.ts'
import { ElicitationField } from './ElicitationField.tsx'
import { readForm, toContent } from './read-form.ts'

/** An MCP server asks: a form by its schema, or a page to open. */
export function ElicitationCard(props: CardProps) {
  const { approval, now } = props
  const { isSending, problem, decide } = useAnswer(props)
  const fields = readForm(approval.input)
  const [values, setValues] = useCardDraft<Readonly<Record<string, string>>>(
    approval.requestId,
    'values',
    Object.fromEntries(fields.map((field) => [field.name, field.initial])),
  )
  const [complaint, setComplaint] = useState<{ field: string; problem: string } | null>(null)
  const url = textOf(approval.input, 'url')
  // As the network knows it: letters of another script that look alike are written out.
  const host = URL.parse(url ?? '')?.host || undefined

  function submit() {
    const content = toContent(fields, values)
    if (!content.ok) return setComplaint(content)
    setComplaint(null)
    decide({ behavior: 'allow', updatedInput: content.value })
  }
  const decline = () => decide({ behavior: 'deny' })

  return (
    <CardFrame
      name={`Approval: ${toVisibleText(approval.toolName)}`}
      title={`${toVisibleText(toServerTitle(approval.toolName))} asks`}
      at={approval.at}
      now={now}
      problem={problem}
      isSending={isSending}
      onEscape={decline}
    >
      {approval.reason && <p>{toVisibleText(approval.reason)}</p>}
      {url !== undefined && (
        <p>
          <OutLink url={url} text={toVisibleText(url)} />
          {host !== undefined && <span className="quiet"> leads to {host}</span>}
        </p>
      )}
      {fields.map((field) => (
        <ElicitationField
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          complaint={complaint?.field === field.name ? complaint : null}
          onChange={(value) => setValues((all) => ({ ...all, [field.name]: value }))}
        />
      ))}
      <div className="card-buttons">
        <button type="button" className="button" disabled={isSending} onClick={decline}>
          Deny
        </button>
        <span className="spacer" />
        <button type="button" className="button primary" disabled={isSending} onClick={submit}>
          {url === undefined ? 'Submit' : 'I have done it'}
        </button>
      </div>
    </CardFrame>
  )
}
