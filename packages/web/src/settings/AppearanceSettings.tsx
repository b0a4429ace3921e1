import { usePreferences } from '../frame/preferences/use-preferences.ts'
import { Choice } from './Choice.tsx'
import { Section } from './Section.tsx'
import { Toggle } from './Toggle.tsx'

export function AppearanceSettings() {
  const { preferences, change } = usePreferences()
  const { theme = 'system', density = 'comfortable', reduceMotion = false } = preferences
  return (
    <Section name="Appearance">
      <Choice
        name="Theme"
        options={[
          ['system', 'As the system'],
          ['light', 'Light'],
          ['dark', 'Dark'],
        ]}
        value={theme}
        onChange={(next) => void change({ theme: next })}
      />
      <Choice
        name="Density"
        options={[
          ['comfortable', 'Comfortable'],
          ['compact', 'Compact'],
        ]}
        value={density}
        onChange={(next) => void change({ density: next })}
      />
      <Toggle
        name="Less motion"
        hint="Where the system asks for less, there is less in any case."
        isOn={reduceMotion}
        onChange={(next) => void change({ reduceMotion: next })}
      />
    </Section>
  )
}
