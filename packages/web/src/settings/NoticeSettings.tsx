import type { NotificationKind } from '@quarterdeck/contract'
import { useMemo } from 'react'
import { usePreferences } from '../frame/preferences/use-preferences.ts'
import { useQuarterdeck } from '../frame/quarterdeck.ts'
import { PushPanel } from '../push/PushPanel.tsx'
import { createPushDevice } from '../push/push-device.ts'
import { basePath } from '../server-address.ts'
import { Section } from './Section.tsx'
import { Toggle } from './Toggle.tsx'

const KINDS: readonly (readonly [NotificationKind, string])[] = [
  ['approval', 'Approvals'],
  ['question', 'Questions'],
  ['plan', 'Plans'],
  ['elicitation', 'Forms of MCP servers'],
  ['finished', 'Finished turns'],
  ['failed', 'Failures'],
]

/** Settings of notifications. */
export function NoticeSettings() {
  const { api } = useQuarterdeck()
  const { preferences, change } = usePreferences()
  const { notifications = {}, sound = true } = preferences
  const device = useMemo(() => createPushDevice(api.call, new URL(`${basePath}/`, location.href)), [api])
  return (
    <Section name="Notices">
      <PushPanel device={device} />
      <fieldset className="choice">
        <legend>Tell me about</legend>
        {KINDS.map(([kind, name]) => (
          <label key={kind}>
            <input
              type="checkbox"
              checked={notifications[kind] ?? true}
              onChange={(event) => void change({ notifications: { ...notifications, [kind]: event.target.checked } })}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <Toggle
        name="Sound"
        hint="Two short notes, where this browser cannot show notices."
        isOn={sound}
        onChange={(next) => void change({ sound: next })}
      />
    </Section>
  )
}
