import { type Asked, ClientError } from '@quarterdeck/client'
import { useState } from 'react'
import { numberOf, textOf } from '../../tools/read-field.ts'
import { ActionOutcome } from '../ActionOutcome.tsx'
import type { PanelProps } from '../panel-props.ts'
import type { SettingsLayer } from '../settings-layer.ts'
import { useAction } from '../use-action.ts'

interface Props {
  api: PanelProps['api']
  layer: SettingsLayer
  onChange: () => void
}

const CHANGE = 'PATCH /api/claude/settings/user'
type Body = NonNullable<Asked<typeof CHANGE>['body']>

interface Typed {
  days?: string
  language?: string
}

/** The user settings that can be changed here, for all sessions that start from then on. */
export function UserSettings({ api, layer: { settings }, onChange }: Props) {
  const doing = useAction()
  const [shown, setShown] = useState({
    days: String(numberOf(settings, 'cleanupPeriodDays') ?? ''),
    language: textOf(settings, 'language') ?? '',
  })
  /** What was typed since it was saved: all else is not sent, since it may have changed elsewhere meanwhile. */
  const [typed, setTyped] = useState<Typed>({})
  /** What would let older sessions be deleted, and waits for somebody to say so. */
  const [doubtful, setDoubtful] = useState<Body | null>(null)
  function type(words: Typed) {
    setDoubtful(null)
    setShown((known) => ({ ...known, ...words }))
    setTyped((known) => ({ ...known, ...words }))
  }

  async function change(body: Body) {
    setDoubtful(null)
    const call = () =>
      api.call(CHANGE, { body }).catch((error: Error) => {
        if (!(error instanceof ClientError) || error.code !== 'needs_confirmation') throw error
        setDoubtful(body)
        throw new Error(`Nothing was saved yet. ${toWords(error.message)}`)
      })
    if (!(await doing.run(call, 'Kept in the file. It counts for sessions that start from now on.'))) return
    setTyped({})
    onChange()
  }

  return (
    <form
      className="user-settings"
      aria-label="For all sessions"
      onSubmit={(event) => {
        event.preventDefault()
        const { days, language } = typed
        void change({
          ...(days !== undefined && { cleanupPeriodDays: days === '' ? null : Number(days) }),
          ...(language !== undefined && { language: language.trim() || null }),
        })
      }}
    >
      <label>
        Keep sessions for so many days
        <input
          className="field"
          type="number"
          min={1}
          max={36_500}
          placeholder="30"
          readOnly={doing.isBusy}
          value={shown.days}
          onChange={(event) => type({ days: event.target.value })}
        />
      </label>
      <label>
        Claude answers in
        <input
          className="field"
          placeholder="the language it is asked in"
          readOnly={doing.isBusy}
          value={shown.language}
          onChange={(event) => type({ language: event.target.value })}
        />
      </label>
      <button type="submit" className="button" disabled={doing.isBusy || Object.keys(typed).length === 0}>
        Save
      </button>
      <ActionOutcome problem={doing.problem} done={doing.done} />
      {doubtful !== null && (
        <button
          type="button"
          className="button danger"
          disabled={doing.isBusy}
          onClick={() => void change({ ...doubtful, confirm: 'delete_older' })}
        >
          Save, and let older sessions be deleted
        </button>
      )}
    </form>
  )
}

/** What a program would have to send is not for a person. */
function toWords(message: string): string {
  return message.replace(/ Send "confirm".*$/s, '')
}
