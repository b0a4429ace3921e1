import { toTable } from '../text/to-table.ts'

/** Other names of languages, as people and models write them behind a fence, and endings of file names. */
const NAMES: Readonly<Record<string, readonly string[]>> = toTable({
  bash: ['sh', 'shell', 'zsh', 'console', 'shellscript'],
  c: ['h'],
  cpp: ['c++', 'cc', 'cxx', 'hpp', 'hh'],
  csharp: ['cs', 'c#'],
  css: [],
  dart: [],
  diff: ['patch'],
  docker: ['dockerfile'],
  elixir: ['ex', 'exs'],
  go: ['golang'],
  graphql: ['gql'],
  haskell: ['hs'],
  html: ['htm'],
  ini: ['conf', 'cfg', 'properties', 'env'],
  java: [],
  javascript: ['js', 'mjs', 'cjs', 'node'],
  json: ['ndjson', 'jsonl', 'map', 'webmanifest'],
  jsonc: ['json5'],
  jsx: [],
  kotlin: ['kt', 'kts'],
  lua: [],
  make: ['makefile', 'mk'],
  markdown: ['md', 'mdx'],
  nix: [],
  php: [],
  python: ['py', 'pyi', 'python3'],
  ruby: ['rb', 'gemfile', 'rakefile'],
  rust: ['rs'],
  scala: ['sc'],
  scss: ['sass'],
  sql: ['postgres', 'mysql', 'sqlite'],
  svelte: [],
  swift: [],
  terraform: ['tf', 'hcl'],
  toml: [],
  tsx: [],
  typescript: ['ts', 'mts', 'cts'],
  vue: [],
  xml: ['svg', 'plist', 'xsl'],
  yaml: ['yml'],
  zig: [],
})

const BY_NAME = new Map(
  Object.entries(NAMES).flatMap(([language, names]) => [language, ...names].map((name) => [name, language] as const)),
)

/** The language that is meant by what stands behind a fence (`ts`, `TypeScript title="a"`); null where none of ours is. */
export function toLanguage(word: string): string | null {
  return (
    BY_NAME.get(
      word
        .trim()
        .split(/[\s,{:]/, 1)[0]
        ?.toLowerCase() ?? '',
    ) ?? null
  )
}

/** The language of a file, by its name. */
export function toFileLanguage(path: string): string | null {
  const name = path.split(/[\\/]/).at(-1)?.toLowerCase() ?? ''
  return BY_NAME.get(name) ?? BY_NAME.get(name.split('.').at(-1) ?? '') ?? null
}
