import type { SkillInput } from '@quarterdeck/protocol/tools'
import type { CallRow } from '@quarterdeck/transcript'
import { toVisibleText } from '../../text/visible-text.ts'
import { ErrorText } from '../ErrorText.tsx'
import { textOf } from '../read-field.ts'
import type { ToolView } from '../tool-view.ts'

export const skillView: ToolView = {
  toFace({ call }) {
    const name = textOf<SkillInput>(call.input, 'skill') ?? textOf(call.input, 'command') ?? ''
    const given = textOf<SkillInput>(call.input, 'args')
    return { name: 'Skill', subject: given === undefined ? name : `${name} ${given}`, isCode: true }
  },
  Body: ({ row: { call } }: { row: CallRow }) =>
    call.status === 'failed' ? (
      <ErrorText text={call.result ?? ''} />
    ) : (
      <pre>{toVisibleText(call.result ?? 'Being loaded.')}</pre>
    ),
}
