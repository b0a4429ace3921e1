import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { SessionSettings } from './SessionSettings.tsx'
import type { SettingProps } from './setting-props.ts'
import { toFastModeSetting } from './to-fast-mode-setting.ts'

const models = [
  { value: 'opus', supportsFastMode: true },
  { value: 'haiku', supportsFastMode: false },
]
const told = { models, model: 'opus', outputStyles: ['default', 'Learning'], outputStyle: 'Learning' }

function toAbout(change: object): SettingProps['about'] {
  return { ...told, takesSettings: true, ...change } as unknown as SettingProps['about']
}

function draw(change: object): string {
  return renderToStaticMarkup(<SessionSettings about={toAbout(change)} onAsk={async () => undefined} />)
}

describe('settings of a session', () => {
  it('offer the styles that there are, in the order of the CLI, and say when a change counts', () => {
    const shown = draw({})
    expect(shown).not.toContain('disabled=""')
    expect(shown).toMatch(/value="default">default<.*value="Learning" selected="">Learning</)
    expect(shown).toContain('from the next turn on')
  })

  it('show a style that is no longer listed', () => {
    expect(draw({ outputStyle: 'Gone' })).toContain('<option value="Gone" selected="">Gone</option>')
  })

  it('only show what an older CLI goes by, and say why', () => {
    const shown = draw({ takesSettings: false })
    expect(shown.match(/disabled=""/g)).toHaveLength(2)
    expect(shown).toContain('value="Learning" selected=""')
    expect(shown).toContain('This version of Claude Code cannot change it')
    expect(shown).toContain('This version of Claude Code cannot switch it')
  })

  it('say that the styles are not known before the session has run', () => {
    const shown = draw({ outputStyles: [], outputStyle: undefined, takesSettings: undefined })
    expect(shown).toContain('not known yet')
    expect(shown).toContain('once the session runs')
  })
})

describe('thinking', () => {
  it('is what the session was told, by whichever device', () => {
    const thinker = { value: 'old', supportsEffort: false }
    const chosen = (maxThinkingTokens: unknown) =>
      /value="(\d*)" selected="">[^<]*hinking/.exec(draw({ models: [thinker], model: 'old', maxThinkingTokens }))?.[1]
    expect(chosen(undefined)).toBe('')
    expect(chosen(4000)).toBe('4000')
    expect(chosen(0)).toBe('0')
    expect(chosen(null)).toBe('')
  })
})

describe('fast mode', () => {
  it('can be switched where nothing is in its way, also before anybody has asked for it', () => {
    for (const fastModeRefusal of [undefined, '', 'sdk_opt_in_required'])
      expect(toFastModeSetting(toAbout({ fastMode: 'off', fastModeRefusal }))).toMatchObject({
        isOn: false,
        canSwitch: true,
      })
    expect(toFastModeSetting(toAbout({ fastMode: 'cooldown' }))).toMatchObject({ isOn: true, canSwitch: true })
    expect(toFastModeSetting(toAbout({ fastMode: 'cooldown' })).text).toContain('rests')
  })

  it.each([
    ['free', 'paid plan'],
    ['preference', 'organisation'],
    ['extra_usage_disabled', 'usage credits'],
    ['network_error', 'connection'],
    ['unknown', 'later'],
    ['not_first_party', 'provider'],
    ['disabled_by_env', 'CLAUDE_CODE_DISABLE_FAST_MODE'],
    ['model_not_allowed', 'does not allow the model'],
    ['pending', 'still asking'],
    ['a_new_reason', 'a_new_reason'],
  ])('says why it cannot be had: %s', (fastModeRefusal, words) => {
    const setting = toFastModeSetting(toAbout({ fastMode: 'off', fastModeRefusal }))
    expect(setting.canSwitch).toBe(false)
    expect(setting.text).toContain(words)
  })

  it('is not offered for a model that has none, and can be left with it', () => {
    expect(toFastModeSetting(toAbout({ model: 'haiku' }))).toMatchObject({ canSwitch: false })
    expect(toFastModeSetting(toAbout({ model: 'haiku', fastMode: 'on' }))).toMatchObject({ canSwitch: true })
    expect(toFastModeSetting(toAbout({ model: 'own-model' })).canSwitch).toBe(true)
  })
})
