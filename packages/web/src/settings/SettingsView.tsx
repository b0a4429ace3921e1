import { usePreferences } from '../frame/preferences/use-preferences.ts'
import { AppearanceSettings } from './AppearanceSettings.tsx'
import { AuditSettings } from './AuditSettings.tsx'
import { CliSettings } from './CliSettings.tsx'
import { DeviceSettings } from './DeviceSettings.tsx'
import { HistorySettings } from './HistorySettings.tsx'
import { KeySettings } from './KeySettings.tsx'
import { NoticeSettings } from './NoticeSettings.tsx'
import { StartSettings } from './StartSettings.tsx'
import './settings.css'
import { WritingSettings } from './WritingSettings.tsx'

/** How the page should be, who may use it, and what the CLI goes by. */
export function SettingsView() {
  const { problem } = usePreferences()
  return (
    <main className="main view settings">
      <h1>Settings</h1>
      <p className="quiet">What you change here counts at once, on all of your devices.</p>
      {problem !== null && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      <AppearanceSettings />
      <WritingSettings />
      <KeySettings />
      <NoticeSettings />
      <StartSettings />
      <HistorySettings />
      <DeviceSettings />
      <CliSettings />
      <AuditSettings />
    </main>
  )
}
