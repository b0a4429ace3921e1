import { realpathSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import { readInside } from '../../safe-open.ts'
import { isObject, parseJson, toObject, toText } from '../parse-json.ts'

export interface Plugin {
  /** `name` of `name@marketplace`. */
  name: string
  /** Its folder, relative to the data directory. */
  folder: string
}

/** The plugins that are installed and not switched off. Only folders inside the data directory are looked at. */
export function findPlugins(root: string, enabledPlugins: unknown): Plugin[] {
  const content = readInside(root, 'plugins/installed_plugins.json', 4 * 1024 * 1024)
  const { plugins } = toObject(Buffer.isBuffer(content) ? parseJson(content.toString('utf8')) : undefined)
  const enabled = toObject(enabledPlugins)
  return Object.entries(toObject(plugins)).flatMap(([id, value]) => {
    // Version 1 has one installation, version 2 a list of them, one for each scope.
    const installations = Array.isArray(value) ? value : [value]
    const path = installations
      .filter(isObject)
      .map((one) => toText(one.installPath))
      .find((one) => one !== null)
    const folder = path === undefined || path === null ? null : toFolder(root, path)
    const name = id.split('@')[0] ?? ''
    return enabled[id] === false || folder === null || name === '' ? [] : [{ name, folder }]
  })
}

/** One that leads outside is refused by whoever opens it. */
function toFolder(root: string, path: string): string | null {
  try {
    return relative(realpathSync.native(root), realpathSync.native(isAbsolute(path) ? path : join(root, path)))
  } catch {
    return null
  }
}
