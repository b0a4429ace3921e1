import { type JSX, memo, type ReactNode, useMemo, useRef } from 'react'
import { CodeBlock } from '../code/CodeBlock.tsx'
import { toVisibleText } from '../text/visible-text.ts'
import { type GrowingMarkdown, growMarkdown, parseMarkdown, type Token, type Tokens } from './parse-markdown.ts'
import './markdown.css'
import { toSafeUrl } from './to-safe-url.ts'

/** Prose of Claude. Every piece becomes an element; no text is ever read as HTML. */
export const Markdown = memo(function Markdown({ text, isDraft = false }: { text: string; isDraft?: boolean }) {
  const growing = useRef<GrowingMarkdown | null>(null)
  const blocks = useMemo(() => {
    if (!isDraft) return parseMarkdown(text)
    growing.current = growMarkdown(text, growing.current)
    return growing.current.blocks
  }, [text, isDraft])
  return (
    <div className="markdown">
      {blocks.map(({ key, token }) => (
        <Block key={key} token={token} />
      ))}
    </div>
  )
})

/** Drawn again only when its own text has changed. */
const Block = memo(
  ({ token }: { token: Token }) => toElement(token),
  (before, after) => before.token.raw === after.token.raw,
)

function toElement(token: Token): JSX.Element | null {
  switch (token.type) {
    case 'heading':
      return toHeading(token as Tokens.Heading)
    case 'paragraph':
      return <p>{inline(token as Tokens.Paragraph)}</p>
    case 'text':
      return <>{inline(token as Tokens.Text)}</>
    case 'code':
      return <CodeBlock code={(token as Tokens.Code).text} language={(token as Tokens.Code).lang ?? ''} />
    case 'blockquote':
      return <blockquote>{blocks((token as Tokens.Blockquote).tokens)}</blockquote>
    case 'list':
      return toList(token as Tokens.List)
    case 'table':
      return toTable(token as Tokens.Table)
    case 'hr':
      return <hr />
    case 'space':
    case 'def':
      return null
    // HTML, and whatever a newer parser may know, is shown as it was written.
    default:
      return <p className="as-written">{token.raw}</p>
  }
}

function blocks(tokens: readonly Token[] = []): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a text have no other name than their place
  return tokens.map((token, index) => <Block key={index} token={token} />)
}

/** Headings of an answer stand below those of the page. */
function toHeading(token: Tokens.Heading): JSX.Element {
  const Tag = `h${Math.min(token.depth + 2, 6)}` as 'h3'
  return <Tag>{inline(token)}</Tag>
}

function toList({ ordered, start, items }: Tokens.List): JSX.Element {
  const children = items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items of a list have no other name than their place
    <li key={index} className={item.task ? 'task' : undefined}>
      {item.task && <input type="checkbox" checked={item.checked ?? false} disabled aria-label={taskName(item)} />}
      {blocks(item.tokens.filter((token) => token.type !== 'checkbox'))}
    </li>
  ))
  return ordered ? <ol start={start === '' ? 1 : start}>{children}</ol> : <ul>{children}</ul>
}

function taskName(item: Tokens.ListItem): string {
  return item.text.split('\n')[0] ?? 'Task'
}

function toTable({ header, rows, align }: Tokens.Table): JSX.Element {
  const cells = (row: readonly Tokens.TableCell[], Tag: 'td' | 'th') =>
    row.map((cell, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
      <Tag key={index} className={align[index] ? `align-${align[index]}` : undefined}>
        {inline(cell)}
      </Tag>
    ))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls sideways, by keyboard too
    <section className="table-scroll" aria-label="Table" tabIndex={0}>
      <table>
        <thead>
          <tr>{cells(header, 'th')}</tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line of a table is its place
            <tr key={index}>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function inline({ tokens, text = '' }: { tokens?: Token[] | undefined; text?: string }): ReactNode {
  if (tokens === undefined || tokens.length === 0) return text
  // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line have no other name than their place
  return tokens.map((token, index) => <Inline key={index} token={token} />)
}

function Inline({ token }: { token: Token }): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{inline(token as Tokens.Strong)}</strong>
    case 'em':
      return <em>{inline(token as Tokens.Em)}</em>
    case 'del':
      return <del>{inline(token as Tokens.Del)}</del>
    case 'codespan':
      return <code>{(token as Tokens.Codespan).text}</code>
    case 'br':
      return <br />
    case 'link':
      return <MarkdownLink token={token as Tokens.Link} />
    case 'image':
      return <ImageLink token={token as Tokens.Image} />
    case 'text':
    case 'escape':
      return inline(token as Tokens.Text)
    default:
      return token.raw
  }
}

function MarkdownLink({ token }: { token: Tokens.Link }): ReactNode {
  const url = toSafeUrl(token.href)
  // A path, a script or a mistake: the words are there, and where they point to.
  if (url === null)
    return token.text === token.href ? token.raw : <span title={toVisibleText(token.href)}>{inline(token)}</span>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {inline(token)}
    </a>
  )
}

/** Pictures of other servers are not loaded: that alone would tell them that somebody reads this. */
function ImageLink({ token }: { token: Tokens.Image }): ReactNode {
  const url = toSafeUrl(token.href)
  const name = token.text === '' ? 'picture' : token.text
  if (url === null) return <span title={toVisibleText(token.href)}>{name}</span>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {name} (picture)
    </a>
  )
}
