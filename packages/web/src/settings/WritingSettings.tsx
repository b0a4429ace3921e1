import { usePreferences } from '../frame/preferences/use-preferences.ts'
import { Choice } from './Choice.tsx'
import { Section } from './Section.tsx'
import { Toggle } from './Toggle.tsx'

const PLACES = [
  ['project', 'The project, in .quarterdeck/uploads'],
  ['temporary', 'A temporary folder, for a week'],
] as const

export function WritingSettings() {
  const { preferences, change } = usePreferences()
  const { enterToSend = true, showThinking = false, attachTo = 'project' } = preferences
  return (
    <Section name="Reading and writing">
      <Toggle
        name="Enter sends"
        hint="Otherwise Enter begins a line, and Ctrl or Cmd with Enter sends."
        isOn={enterToSend}
        onChange={(next) => void change({ enterToSend: next })}
      />
      <Toggle
        name="Show thinking"
        hint="Thinking is opened by itself. It can be opened one by one in any case."
        isOn={showThinking}
        onChange={(next) => void change({ showThinking: next })}
      />
      <Choice
        name="Attached files are put into"
        options={PLACES}
        value={attachTo}
        onChange={(next) => void change({ attachTo: next })}
      />
    </Section>
  )
}
