import type { LiveSettings, SessionFacts } from './session-facts.ts'

type Raw = Readonly<Record<string, unknown>>

/** Requests that change the running process only; a new one would not know of them. */
const SETTING_REQUESTS = ['set_model', 'set_permission_mode', 'mcp_toggle', 'apply_flag_settings']

export function applyHostRequest(facts: SessionFacts, message: Raw): SessionFacts {
  const request = message.request as Raw | undefined
  if (request === undefined || !SETTING_REQUESTS.includes(String(request.subtype))) return facts
  return { ...facts, asked: { ...facts.asked, [String(message.request_id)]: request } }
}

/** The CLI has answered: from now on it is so, or it never was. */
export function applySettingsAnswer(facts: SessionFacts, message: Raw): SessionFacts {
  const response = message.response as Raw | undefined
  const id = String(response?.request_id)
  const request = facts.asked[id]
  if (request === undefined) return facts
  const { [id]: _answered, ...asked } = facts.asked
  if (response?.subtype !== 'success') return { ...facts, asked }
  return { ...facts, asked, settings: applyRequest(facts.settings, request) }
}

function applyRequest(settings: LiveSettings, request: Raw): LiveSettings {
  switch (request.subtype) {
    case 'set_model': {
      const { model: _before, ...rest } = settings
      return typeof request.model === 'string' ? { ...rest, model: request.model } : rest
    }
    case 'set_permission_mode':
      return { ...settings, permissionMode: String(request.mode) }
    case 'apply_flag_settings':
      return withFlagSettings(settings, request.settings)
    default: {
      const mcpToggles = { ...settings.mcpToggles, [String(request.serverName)]: request.enabled === true }
      return { ...settings, mcpToggles }
    }
  }
}

/** Null takes one back. */
function withFlagSettings({ flagSettings, ...rest }: LiveSettings, changes: unknown): LiveSettings {
  const all = Object.entries({ ...flagSettings, ...(changes as Raw) }).filter(([, value]) => value !== null)
  return all.length === 0 ? rest : { ...rest, flagSettings: Object.fromEntries(all) }
}

/** An allowed prompt may bring changes of permissions with it. Those kept in files need nobody to remember them. */
export function applyAnswer(facts: SessionFacts, message: Raw): SessionFacts {
  const response = (message.response as Raw | undefined)?.response as Raw | undefined
  const updates = Array.isArray(response?.updatedPermissions) ? (response.updatedPermissions as Raw[]) : []
  const ofSession = updates.filter((update) => update.destination === 'session')
  if (ofSession.length === 0) return facts
  const mode = ofSession.findLast((update) => update.type === 'setMode')?.mode
  const permissionUpdates = [
    ...facts.settings.permissionUpdates,
    ...ofSession.filter((update) => update.type !== 'setMode'),
  ]
  const settings = { ...facts.settings, permissionUpdates }
  return { ...facts, settings: typeof mode === 'string' ? { ...settings, permissionMode: mode } : settings }
}
