import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { FLAGS, type FlagValues } from './flags.ts'

export type Config = { kind: 'values'; values: FlagValues } | { kind: 'wrong'; message: string }

const NOTHING: Config = { kind: 'values', values: {} }
const PATHS = new Set(['claude', 'claude-dir', 'tls-cert', 'tls-key', 'root'])

/** The flags that stand in `DATA/config.json`, if there is one. */
export function readConfigFile(data: string): Config {
  const path = join(data, 'config.json')
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // Not there, or the data directory is no folder, which is said elsewhere.
    if (code === 'ENOENT' || code === 'ENOTDIR') return NOTHING
    return { kind: 'wrong', message: `'${path}' cannot be read: ${message}.` }
  }
  const parsed = parseConfig(text, data)
  return typeof parsed === 'string'
    ? { kind: 'wrong', message: `'${path}': ${parsed}` }
    : { kind: 'values', values: parsed }
}

/** A sentence where something is wrong. Keys are spelled as the flags are, or as in JavaScript; paths begin at the folder of the file. */
export function parseConfig(text: string, folder: string): FlagValues | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return `it is not JSON: ${(error as Error).message}.`
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'it must hold an object, like {"port": 4100}.'
  const values: FlagValues = {}
  for (const [key, given] of Object.entries(value)) {
    const name = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const flag = Object.hasOwn(FLAGS, name) ? FLAGS[name as keyof typeof FLAGS] : undefined
    if (flag === undefined) return `there is no key '${key}'. The keys are the flags: --help lists them.`
    if ('isOnlyFlag' in flag) return `'${key}' can only be given as a flag.`
    if (Object.hasOwn(values, name)) return `'${key}' is there twice.`
    const read = readValue(given, flag.type, 'multiple' in flag)
    if (read === null) return `'${key}' takes ${'multiple' in flag ? 'a list of strings' : EXPECTED[flag.type]}.`
    values[name] = PATHS.has(name) ? toPaths(read, folder) : read
  }
  return values
}

const EXPECTED = { string: 'a string or a number', boolean: 'true or false' } as const

function readValue(
  given: unknown,
  type: 'string' | 'boolean',
  isMultiple: boolean,
): string | boolean | string[] | null {
  if (isMultiple) {
    const list = Array.isArray(given) ? given : [given]
    return list.every((item) => typeof item === 'string') ? list : null
  }
  if (type === 'boolean') return typeof given === 'boolean' ? given : null
  return typeof given === 'string' ? given : typeof given === 'number' ? String(given) : null
}

function toPaths(read: string | boolean | string[], folder: string): string | boolean | string[] {
  const toPath = (path: string) => (path === '' ? '' : resolve(folder, path))
  return Array.isArray(read) ? read.map(toPath) : typeof read === 'string' ? toPath(read) : read
}
