import type { Overview } from '@quarterdeck/transcript'

/** The props of one setting of a session. */
export interface SettingProps {
  about: Overview['about']
  /** A control request; rejects with a sentence where it was refused. */
  onAsk: (request: { subtype: string; [field: string]: unknown }) => Promise<unknown>
}
