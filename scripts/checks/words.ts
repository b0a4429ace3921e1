import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseSync } from 'oxc-parser'

/** A word that the glossary keeps out of the code below some folders. */
export interface Banned {
  word: string
  folders: string[]
}

const GLOSSARY = 'docs/glossary.md'
const COLUMN = 'never in code'

/** Names in the code that the glossary's column "never in code" rules out, as a sentence each. */
export function findBannedWords(root: string): string[] {
  return parseBanned(readFileSync(join(root, GLOSSARY), 'utf8')).flatMap(({ word, folders }) =>
    folders.flatMap((folder) => {
      const files = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }).filter((file) => !file.includes('node_modules'))
      return files.flatMap((file) => {
        const names = new Set([...readNames(join(root, file)), basename(file).replace(/\..*$/, '')])
        const found = [...names].filter((name) => toWords(name).includes(word))
        return found.length === 0 ? [] : [`${file}: ${found.join(', ')} (${GLOSSARY} has another word for '${word}')`]
      })
    }),
  )
}

/** A cell reads `word` in folder, folder; several of them are parted by a semicolon. */
export function parseBanned(glossary: string): Banned[] {
  const rows = glossary.split('\n').filter((line) => line.startsWith('|'))
  const column = toCells(rows[0] ?? '').indexOf(COLUMN)
  if (column === -1) throw new Error(`${GLOSSARY} has no column '${COLUMN}'.`)
  return rows.slice(2).flatMap((row) => {
    const cell = toCells(row)[column] ?? ''
    return cell
      .split(';')
      .filter((part) => part.trim() !== '')
      .map((part) => {
        const [, word, folders] = /^\s*`([a-z]+)` in (.+)$/.exec(part) ?? []
        if (word === undefined || folders === undefined)
          throw new Error(`${GLOSSARY}: '${part.trim()}' should read \`word\` in folder, folder.`)
        return { word, folders: folders.split(',').map((folder) => folder.trim()) }
      })
  })
}

function toCells(row: string): string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}

/** The words of a name: `toThreadLine`, `thread-line` and `THREAD_LINE` all have `thread`. A plural counts as its singular. */
function toWords(name: string): string[] {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.toLowerCase())
  return [...words, ...words.map((word) => word.replace(/s$/, ''))]
}

/** Every name that the file itself gives: variables, functions, types, parameters, fields. Names that it only uses are another file's. */
function readNames(path: string): string[] {
  const { program, errors } = parseSync(path, readFileSync(path, 'utf8'))
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`)
  const names: string[] = []
  visit(program, names)
  return names
}

type Node = { type?: string; [field: string]: unknown }

const DECLARING: Readonly<Record<string, string>> = {
  VariableDeclarator: 'id',
  FunctionDeclaration: 'id',
  ClassDeclaration: 'id',
  TSInterfaceDeclaration: 'id',
  TSTypeAliasDeclaration: 'id',
  TSPropertySignature: 'key',
  TSMethodSignature: 'key',
  PropertyDefinition: 'key',
  MethodDefinition: 'key',
}

function visit(value: unknown, names: string[]): void {
  if (Array.isArray(value)) {
    for (const each of value) visit(each, names)
    return
  }
  if (value === null || typeof value !== 'object') return
  const node = value as Node
  const field = DECLARING[node.type ?? '']
  const declared = field === undefined ? undefined : (node[field] as Node | null)
  if (typeof declared?.name === 'string') names.push(declared.name)
  for (const child of Object.values(node)) visit(child, names)
}
