import { readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'

export interface Import {
  from: string
  isType: boolean
  /** Loaded when it is wanted: `import('…')`. */
  isDynamic: boolean
}

/** Every import and re-export of a source file, types and dynamic ones too. */
export function readImports(path: string): Import[] {
  const source = readFileSync(path, 'utf8')
  const { module, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`)
  const imports = module.staticImports.map(({ moduleRequest, entries }) => ({
    from: moduleRequest.value,
    isType: entries.length > 0 && entries.every((entry) => entry.isType),
    isDynamic: false,
  }))
  const exports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest ? [{ from: moduleRequest.value, isType, isDynamic: false }] : [],
    ),
  )
  const dynamic = module.dynamicImports.map(({ moduleRequest }) => ({
    from: source.slice(moduleRequest.start, moduleRequest.end).replaceAll(/^['"`]|['"`]$/g, ''),
    isType: false,
    isDynamic: true,
  }))
  return [...imports, ...exports, ...dynamic]
}
