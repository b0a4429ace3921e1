import { CodeText } from './CodeText.tsx'
import { CopyButton } from './CopyButton.tsx'
import { toLanguage } from './to-language.ts'

/** Code of an answer, with its language and a button that copies it. */
export function CodeBlock({ code, language }: { code: string; language: string }) {
  return (
    <figure className="code-block" aria-label={language === '' ? 'Code' : `Code, ${language}`}>
      <figcaption>
        <span>{language}</span>
        <CopyButton text={code} what="code" />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll sideways, by keyboard too */}
      <pre tabIndex={0}>
        <CodeText code={code} language={toLanguage(language)} />
      </pre>
    </figure>
  )
}
