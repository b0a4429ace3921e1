import { SessionSettings } from '../session-settings/SessionSettings.tsx'
import type { SettingProps } from '../session-settings/setting-props.ts'
import { Panel } from './Panel.tsx'

/** The settings of a session beside its model, mode and effort. */
export function SettingsPanel(props: SettingProps) {
  return (
    <Panel name="Session settings">
      <SessionSettings {...props} />
    </Panel>
  )
}
