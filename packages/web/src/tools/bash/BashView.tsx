import type { BashInput, BashResult } from '@quarterdeck/protocol/tools'
import type { CallRow } from '@quarterdeck/transcript'
import { TerminalText } from '../../ansi/TerminalText.tsx'
import { CopyButton } from '../../code/CopyButton.tsx'
import { toVisibleText } from '../../text/visible-text.ts'
import { ErrorText } from '../ErrorText.tsx'
import { ImageView, parseDataUrl } from '../ImageView.tsx'
import { fieldOf, textOf } from '../read-field.ts'
import type { ToolView } from '../tool-view.ts'
import { RunningOutput } from './RunningOutput.tsx'

/** What Claude says the command does is the line; the command itself stands below, and in the line where nothing was said. */
export const bashView: ToolView = {
  toFace({ call }) {
    const command = textOf<BashInput>(call.input, 'command') ?? ''
    const description = toDescription(call)
    const code = toExitCode(call.result, call.status === 'failed')
    const isBackground = fieldOf<BashInput>(call.input, 'run_in_background') === true
    const note = code === null ? (isBackground ? 'in the background' : undefined) : `exit code ${code}`
    return {
      name: 'Bash',
      subject: description ?? command.split('\n')[0] ?? '',
      isCode: description === undefined,
      ...(note !== undefined && { note }),
    }
  },
  Body: BashBody,
}

/** What Claude said of a command that a person has changed says nothing of what ran. */
function toDescription({ input, asked }: CallRow['call']): string | undefined {
  const description = textOf<BashInput>(input, 'description')
  return asked !== undefined && textOf(asked, 'description') === description ? undefined : description
}

function BashBody({ row: { call } }: { row: CallRow }) {
  const command = textOf<BashInput>(call.input, 'command') ?? ''
  const { structured } = call
  const image =
    fieldOf<BashResult>(structured, 'isImage') === true
      ? parseDataUrl(textOf<BashResult>(structured, 'stdout') ?? '')
      : null
  const stdout = textOf<BashResult>(structured, 'stdout')
  const stderr = textOf<BashResult>(structured, 'stderr') ?? ''
  const whole = textOf<BashResult>(structured, 'persistedOutputPath')
  const isBackground = call.taskId !== undefined || textOf<BashResult>(structured, 'backgroundTaskId') !== undefined
  const output = withoutNothing(stdout ?? call.result ?? '')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long output scrolls, by keyboard too
    <section className="terminal" aria-label="Command and output" tabIndex={0}>
      <div className="terminal-command">
        <pre>
          <span className="quiet" aria-hidden="true">
            ${' '}
          </span>
          {toVisibleText(command)}
        </pre>
        <CopyButton text={command} what="command" />
      </div>
      {call.progress !== undefined && call.result === undefined && <Output text={call.progress} />}
      {call.status === 'running' && call.progress === undefined && !isBackground && <RunningOutput callId={call.id} />}
      {call.status === 'failed' && call.result !== undefined ? (
        <Failure result={call.result} />
      ) : image !== null ? (
        <ImageView image={image} name="What the command drew" />
      ) : (
        !isBackground && <Output text={output} />
      )}
      {stderr !== '' && (
        <pre className="terminal-error">
          <TerminalText text={stderr} />
        </pre>
      )}
      {whole !== undefined && (
        <p className="quiet">
          This is a part. All of it is in <code>{toVisibleText(whole)}</code>.
        </p>
      )}
      {isBackground && <p className="quiet">It went on in the background. What it writes stands in the panel Tasks.</p>}
      {call.status === 'done' && !isBackground && output.trim() === '' && stderr === '' && (
        <p className="quiet">It wrote nothing.</p>
      )}
    </section>
  )
}

/** What the command wrote is no error, for all that it ended with one; what the CLI says of it is. */
function Failure({ result }: { result: string }) {
  const code = toExitCode(result, true)
  if (code === null) return <ErrorText text={result} />
  const output = result.replace(EXIT_CODE, '').trimEnd()
  return (
    <>
      <Output text={output} />
      <p className="error">{output === '' ? `Exit code ${code}. It wrote nothing.` : `Exit code ${code}`}</p>
    </>
  )
}

function Output({ text }: { text: string }) {
  if (text === '') return null
  return (
    <pre>
      <TerminalText text={text} />
    </pre>
  )
}

/** Newer CLIs tell the model in words that a command wrote nothing. */
function withoutNothing(output: string): string {
  return output === '(Bash completed with no output)' ? '' : output
}

const EXIT_CODE = /^(?:Error: )?Exit code (\d+)\n?/

function toExitCode(result: string | undefined, hasFailed: boolean): number | null {
  const found = hasFailed ? EXIT_CODE.exec(result ?? '')?.[1] : undefined
  return found === undefined ? null : Number(found)
}
