import { useEffect, useState } from 'react'
import { usePreferences } from '../frame/preferences/use-preferences.ts'
import { EffortField, ModeField, ModelField } from '../new-session/ChoiceFields.tsx'
import { isComposing } from '../text/is-composing.ts'
import { Section } from './Section.tsx'

/** How a new session begins, where the dialog is left as it is. */
export function StartSettings() {
  const { preferences, change } = usePreferences()
  const { defaultModel = '', defaultMode = 'default', defaultEffort = '' } = preferences
  const [model, setModel] = useState(defaultModel)
  useEffect(() => setModel(defaultModel), [defaultModel])
  const keep = () => {
    const name = model.trim()
    if (name !== defaultModel) void change({ defaultModel: name === '' ? null : name })
  }
  return (
    <Section name="New sessions">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a name is kept when it is finished, and not letter by letter */}
      <div className="two" onBlur={keep} onKeyDown={(event) => event.key === 'Enter' && !isComposing(event) && keep()}>
        <ModelField value={model} onChange={setModel} />
        <ModeField value={defaultMode} onChange={(next) => void change({ defaultMode: next })} />
        <EffortField
          value={defaultEffort}
          onChange={(next) => void change({ defaultEffort: next === '' ? null : next })}
        />
      </div>
    </Section>
  )
}
