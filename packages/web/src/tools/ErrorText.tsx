import { TerminalText } from '../ansi/TerminalText.tsx'
import { toErrorText } from './to-error-text.ts'

/** Why a call failed, as a sentence and without the marks it had for the model. */
export function ErrorText({ text }: { text: string }) {
  return (
    <pre className="error">
      <TerminalText text={toErrorText(text)} />
    </pre>
  )
}
