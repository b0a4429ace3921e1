import { useState } from 'react'
import { numberOf, textOf } from '../tools/read-field.ts'
import type { PanelProps } from './panel-props.ts'
import { Saying } from './Saying.tsx'
import type { SettingsLayer } from './settings-answer.ts'
import { useDoing } from './use-doing.ts'

interface Props {
  api: PanelProps['api']
  layer: SettingsLayer
  onChange: () => void
}

/** What of the user's own settings can be changed here: for all sessions that start from then on. */
export function UserSettings({ api, layer: { settings }, onChange }: Props) {
  const doing = useDoing()
  const known = {
    days: String(numberOf(settings, 'cleanupPeriodDays') ?? ''),
    language: textOf(settings, 'language') ?? '',
  }
  const [days, setDays] = useState(known.days)
  const [language, setLanguage] = useState(known.language)

  async function change(body: Readonly<Record<string, unknown>>) {
    const call = () => api.call('/api/claude/settings/user', { method: 'PATCH', body })
    if (await doing.run(call, 'Kept in the file. It counts for sessions that start from now on.')) onChange()
  }

  return (
    <form
      className="user-settings"
      aria-label="For all sessions"
      onSubmit={(event) => {
        event.preventDefault()
        // What was not touched is not sent: it may have changed elsewhere meanwhile.
        void change({
          ...(days !== known.days && { cleanupPeriodDays: days === '' ? null : Number(days) }),
          ...(language !== known.language && { language: language.trim() || null }),
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
          value={days}
          onChange={(event) => setDays(event.target.value)}
        />
      </label>
      <label>
        Claude answers in
        <input
          className="field"
          placeholder="the language it is asked in"
          value={language}
          onChange={(event) => setLanguage(event.target.value)}
        />
      </label>
      <button
        type="submit"
        className="button"
        disabled={doing.isBusy || (days === known.days && language === known.language)}
      >
        Save
      </button>
      <Saying problem={doing.problem} done={doing.done} />
    </form>
  )
}
