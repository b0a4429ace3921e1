import { FastModeSwitch } from '../../session-settings/FastModeSwitch.tsx'
import type { PanelProps } from '../panel-props.ts'

/** `/fast`, by the switch that stands among the settings too. */
export function FastPanel({ overview: { about }, ask }: PanelProps) {
  return <FastModeSwitch about={about} onAsk={ask} />
}
