import { describe, expect, it } from 'vitest'
import { applyAnswer, applyHostRequest, applySettingsAnswer } from './apply-settings.ts'
import { noFacts } from './session-facts.ts'

const ask = (request: Record<string, unknown>) => applyHostRequest(noFacts, { request_id: 'r', request })
const answered = (request: Record<string, unknown>, subtype = 'success') =>
  applySettingsAnswer(ask(request), { response: { request_id: 'r', subtype } })

describe('what was set in a running process', () => {
  it.each([
    [{ subtype: 'set_model', model: 'opus' }, { model: 'opus' }],
    [{ subtype: 'set_permission_mode', mode: 'plan' }, { permissionMode: 'plan' }],
    [{ subtype: 'mcp_toggle', serverName: 'db', enabled: false }, { mcpToggles: { db: false } }],
    [{ subtype: 'apply_flag_settings', settings: { effortLevel: 'high' } }, { flagSettings: { effortLevel: 'high' } }],
  ])('%j is so when the CLI has said yes', (request, settings) => {
    expect(ask(request).settings).toEqual(noFacts.settings)
    expect(answered(request)).toMatchObject({ settings, asked: {} })
  })

  it('never was so when the CLI has said no', () => {
    expect(answered({ subtype: 'set_model', model: 'opus' }, 'error')).toEqual(noFacts)
  })

  it('is the CLI’s own choice again when a model is taken back', () => {
    const chosen = answered({ subtype: 'set_model', model: 'opus' })
    const taken = applyHostRequest(chosen, { request_id: 'q', request: { subtype: 'set_model' } })
    const { settings } = applySettingsAnswer(taken, { response: { request_id: 'q', subtype: 'success' } })
    expect(settings).not.toHaveProperty('model')
  })

  it('has what was laid over the settings, but for what was taken back', () => {
    const steps = [{ effortLevel: 'high', fastMode: true }, { fastMode: null }, { effortLevel: null }]
    let facts = noFacts
    const found = steps.map((settings) => {
      facts = applyHostRequest(facts, { request_id: 'q', request: { subtype: 'apply_flag_settings', settings } })
      facts = applySettingsAnswer(facts, { response: { request_id: 'q', subtype: 'success' } })
      return facts.settings.flagSettings
    })
    expect(found).toEqual([{ effortLevel: 'high', fastMode: true }, { effortLevel: 'high' }, undefined])
  })

  it('is not waited for where it changes nothing that a new process would have to know', () => {
    expect(ask({ subtype: 'interrupt' })).toBe(noFacts)
  })

  it('has the rules of an allowed prompt that hold for the session, and its mode', () => {
    const updates = [
      { type: 'addRules', destination: 'session', behavior: 'allow', rules: [{ toolName: 'Bash' }] },
      { type: 'addRules', destination: 'projectSettings', behavior: 'allow', rules: [{ toolName: 'Edit' }] },
      { type: 'setMode', destination: 'session', mode: 'acceptEdits' },
    ]
    const { settings } = applyAnswer(noFacts, { response: { response: { updatedPermissions: updates } } })
    expect(settings).toEqual({ permissionUpdates: [updates[0]], mcpToggles: {}, permissionMode: 'acceptEdits' })
  })
})
