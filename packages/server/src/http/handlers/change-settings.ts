import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { readInside, restoreFile } from '@quarterdeck/archive'
import { parseUtf8 } from '../../files/parse-utf8.ts'
import { ServerError } from '../../server-error.ts'

type Settings = Record<string, unknown>

interface SettingsChange {
  /** The folder that the file may not leave. */
  base: string
  /** The file's own place in it. */
  name: string
  /** What is to stand there; null where nothing is to change. No file reads as no settings. */
  change: (settings: Settings) => Settings | null
  /** Before and, where it did not come to that, after: who wants to change the file. */
  note: (event: 'wanted' | 'failed', path: string) => void
}

const MAX_BYTES = 1024 * 1024

/** Changes a settings file of the CLI, as the CLI writes it, and only as it was read. False where nothing was to change. */
export function changeSettings({ base, name, change, note }: SettingsChange): boolean {
  const path = join(base, name)
  const found = readInside(base, name, MAX_BYTES)
  if (!Buffer.isBuffer(found) && found.kind !== 'missing')
    throw new ServerError('not_allowed', `'${path}' cannot be read: ${found.reason}.`)
  const bytes = Buffer.isBuffer(found) ? found : null
  const text = bytes === null ? '{}' : parseUtf8(bytes)
  if (text === null)
    throw new ServerError('not_allowed', `'${path}' is no UTF-8, and would be spoilt. Mend it in an editor.`)
  const settings = parseSettings(text)
  if (settings === null)
    throw new ServerError('not_allowed', `'${path}' is no JSON that can be changed here. Mend it in an editor.`)
  const changed = change(settings)
  if (changed === null) return false
  note('wanted', path)
  const outcome = restoreFile({
    project: base,
    path: name,
    content: Buffer.from(`${JSON.stringify(changed, null, 2)}\n`),
    knownSha256: bytes === null ? null : createHash('sha256').update(bytes).digest('hex'),
    // Keys and tokens come to stand in these files.
    newMode: 0o600,
  })
  if (outcome.kind === 'restored') return true
  note('failed', path)
  if (outcome.kind === 'refused') throw new ServerError('not_allowed', `'${path}' was not changed: ${outcome.reason}.`)
  throw new ServerError('changed_meanwhile', `'${path}' was changed meanwhile. Look at it again.`)
}

function parseSettings(text: string): Settings | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Settings) : null
  } catch {
    return null
  }
}
