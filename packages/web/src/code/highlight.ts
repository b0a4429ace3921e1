import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from '@shikijs/core'
import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript'
import { LANGUAGES } from './languages.ts'

/** A piece of a line, and what it is: a keyword, a string. Null for plain text. */
export type CodePiece = readonly [text: string, kind: string | null]
export type CodeLines = readonly (readonly CodePiece[])[]

const theme = createCssVariablesTheme({ name: 'kinds', variablePrefix: '--', fontStyle: false })

let highlighter: Promise<HighlighterCore> | undefined

/** The lines of a code, in pieces. The page gives each kind its colour, in light and in dark. */
export async function highlight(code: string, language: string): Promise<CodePiece[][]> {
  highlighter ??= createHighlighterCore({ themes: [theme], engine: createJavaScriptRegexEngine({ forgiving: true }) })
  const core = await highlighter
  const load = LANGUAGES[language]
  if (load === undefined) throw new Error(`There is no grammar for '${language}'.`)
  if (!core.getLoadedLanguages().includes(language)) await core.loadLanguage(...(await load()).default)
  const lines = core.codeToTokensBase(code, {
    lang: language,
    theme: 'kinds',
    tokenizeMaxLineLength: 2000,
    // A line is given up after this, half in colours: on a busy machine half a second is soon over.
    tokenizeTimeLimit: 5000,
  })
  return lines.map((line) => line.map(({ content, color }) => [content, toKind(color)] as const))
}

/** `var(--token-string-expression)` → `string-expression` */
function toKind(color: string | undefined): string | null {
  return /^var\(--token-([a-z-]+)\)$/.exec(color ?? '')?.[1] ?? null
}
