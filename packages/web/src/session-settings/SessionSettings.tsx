import { FastModeSwitch } from './FastModeSwitch.tsx'
import { OutputStyleChoice } from './OutputStyleChoice.tsx'
import type { SettingProps } from './setting-props.ts'
import { ThinkingChoice } from './ThinkingChoice.tsx'

/** How a session answers, as far as that can be changed while it runs. */
export function SessionSettings(props: SettingProps) {
  return (
    <div className="session-settings">
      <OutputStyleChoice {...props} />
      <ThinkingChoice {...props} />
      <FastModeSwitch {...props} />
    </div>
  )
}
