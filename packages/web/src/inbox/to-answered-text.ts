import type { InboxItem } from '@quarterdeck/contract'
import { toToolTitle } from '@quarterdeck/protocol/pure'
import type { Answer } from '../cards/card-props.ts'
import { toVisibleText } from '../text/visible-text.ts'
import { textOf } from '../tools/read-field.ts'

/** An answer from here as a sentence, with the file, so that several in a row are told apart. */
export function toAnsweredText({ kind, toolName = '', input }: InboxItem, { behavior }: Answer): string {
  if (kind === 'question') return behavior === 'allow' ? 'You answered it.' : 'You skipped it.'
  if (kind === 'plan') return behavior === 'allow' ? 'You approved the plan.' : 'Planning goes on.'
  const file = textOf(input, 'file_path')?.split('/').at(-1)
  const what = `${toToolTitle(toolName)}${file === undefined ? '' : ` of ${file}`}`
  return toVisibleText(`You ${behavior === 'allow' ? 'allowed' : 'denied'} ${what}.`)
}
