import { isObject, type JsonObject } from '../parse-json.ts'

/** From the weakest to the strongest. */
export type SettingsSource = 'user' | 'project' | 'local' | 'managed'

export interface MergedSettings {
  settings: JsonObject
  /** For each path such as `permissions.allow`, who gave its value: one source, or for a list all that added to it. */
  provenance: Record<string, SettingsSource[]>
}

/**
 * Merges as the CLI does: objects key by key, lists joined without repeats, and of anything else the strongest wins. The layers
 * come weakest first.
 */
export function mergeSettings(layers: readonly { source: SettingsSource; settings: JsonObject }[]): MergedSettings {
  const merged: MergedSettings = { settings: {}, provenance: {} }
  for (const { source, settings } of layers) merge(merged.settings, settings, '', source, merged.provenance)
  return merged
}

function merge(
  into: JsonObject,
  from: JsonObject,
  prefix: string,
  source: SettingsSource,
  provenance: MergedSettings['provenance'],
) {
  for (const [key, value] of Object.entries(from)) {
    // A file may hold any name; these would reach what all objects share.
    if (key === '__proto__' || key === 'constructor' || key === 'prototype') continue
    const path = prefix === '' ? key : `${prefix}.${key}`
    const current = into[key]
    if (isObject(value)) {
      if (!isObject(current)) forget(provenance, path)
      const next = isObject(current) ? current : {}
      into[key] = next
      if (Object.keys(value).length === 0) {
        if (Object.keys(next).length === 0) provenance[path] = [source]
      } else {
        // It was empty until now.
        delete provenance[path]
        merge(next, value, path, source, provenance)
      }
    } else if (Array.isArray(value) && Array.isArray(current)) {
      into[key] = [...new Set([...current, ...value])]
      provenance[path] = [...new Set([...(provenance[path] ?? []), source])]
    } else {
      forget(provenance, path)
      into[key] = Array.isArray(value) ? [...value] : value
      provenance[path] = [source]
    }
  }
}

/** What stood below a path was replaced as a whole. */
function forget(provenance: MergedSettings['provenance'], path: string): void {
  for (const known of Object.keys(provenance))
    if (known === path || known.startsWith(`${path}.`)) delete provenance[known]
}
