import { toVisibleText } from '../text/visible-text.ts'
import { useAnswer } from './answer/use-answer.ts'
import { CardFrame } from './CardFrame.tsx'
import type { CardProps } from './card-props.ts'

/** As far as it can be written at all: what is nested too deep cannot. */
function toWords(input: unknown): string {
  try {
    return toVisibleText(JSON.stringify(input, null, 2) ?? '')
  } catch (error) {
    return (error as Error).message
  }
}

/** A request that cannot be drawn as what it is: it can be read as it came, and refused; what cannot be seen is not allowed. */
export function FailedCard({ why, ...props }: CardProps & { why: string }) {
  const { approval, now } = props
  const { isSending, problem, decide } = useAnswer(props)
  const deny = () => decide({ behavior: 'deny' })
  const name = toVisibleText(approval.toolName)
  return (
    <CardFrame
      name={`Approval: ${name}`}
      title={`${name} asks for something that cannot be shown`}
      at={approval.at}
      {...{ now, problem, isSending }}
      onEscape={deny}
    >
      <p>It can only be denied from here ({toVisibleText(why)}). This is how it came:</p>
      <pre className="card-input card-command">{toWords(approval.input)}</pre>
      <div className="card-buttons">
        <button type="button" className="button" disabled={isSending} onClick={deny}>
          Deny
        </button>
      </div>
    </CardFrame>
  )
}
