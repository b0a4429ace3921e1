import type { CallRow } from '@quarterdeck/transcript'
import { toValueText, toVisibleText } from '../text/visible-text.ts'
import { fieldOf } from './read-field.ts'
import { toFieldName } from './tool-words.ts'

/** The input as Claude asked for it, where a person has changed it: each field that differs. */
export function AskedInput({ call: { name, input, asked } }: Pick<CallRow, 'call'>) {
  return (
    <details className="asked">
      <summary>As asked</summary>
      <dl className="answers">
        {listDiffering(asked, input).map((field) => (
          <Field key={field} name={toFieldName(name, field)} value={fieldOf(asked, field)} />
        ))}
      </dl>
    </details>
  )
}

function Field({ name, value }: { name: string; value: unknown }) {
  return (
    <>
      <dt>{toVisibleText(name)}</dt>
      <dd>{value === undefined ? <p className="quiet">Nothing was said of it.</p> : <pre>{toText(value)}</pre>}</dd>
    </>
  )
}

function listDiffering(asked: unknown, input: unknown): string[] {
  const names = new Set([...Object.keys(asked ?? {}), ...Object.keys(input ?? {})])
  return [...names].filter((name) => toText(fieldOf(asked, name)) !== toText(fieldOf(input, name)))
}

function toText(value: unknown): string {
  return typeof value === 'string' ? toVisibleText(value) : toValueText(value)
}
