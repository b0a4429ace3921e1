import { toDataText } from './data-text.ts'
import type { CallRow, Row } from './row.ts'
import { rows } from './rows.ts'
import type { SessionState } from './session-state.ts'
import { toTitle } from './title.ts'

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:76ch;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}
h1{font-size:1.4rem}h2{font-size:.85rem;margin:1.5rem 0 .25rem}pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.25rem 0}
pre.words{font:inherit}pre.data{font:13px/1.45 ui-monospace,monospace;background:#f4f4f2;padding:.5rem}
.quiet{color:#666}.error{color:#a40000}section{border-left:2px solid #ddd;padding-left:.75rem}summary{cursor:pointer;color:#666}
@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#181818}pre.data{background:#232323}.quiet,summary{color:#999}.error{color:#ff8a80}section{border-color:#444}}`

/**
 * The conversation as one page that needs nothing else: no script, no picture, no address. Everything that was said is text in
 * it, and the policy in its head lets nothing else happen should an escape ever be missing.
 */
export function toHtml(state: SessionState): string {
  const title = escapeHtml(toTitle(state.titles))
  const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
${printRows(rows(state))}</body>
</html>
`
}

function printRows(list: readonly Row[]): string {
  return list.map((row) => `${printRow(row)}\n`).join('')
}

function printRow(row: Row): string {
  switch (row.kind) {
    case 'user': {
      const { text, attachments = [], rejected } = row.entry
      const extras = attachments.length > 0 ? quiet(`With ${attachments.join(', ')}`) : ''
      const refusal =
        rejected === undefined ? '' : `<p class="error">A hook did not let it through: ${escapeHtml(rejected)}</p>`
      return `<article><h2>You</h2>${words(text)}${extras}${refusal}</article>`
    }
    case 'text':
      return `<article><h2>Claude</h2>${words(row.text, row.isError ? ' error' : '')}</article>`
    case 'thinking':
      return details('Thinking', words(row.isRedacted ? '(not shown by the API)' : row.text, ' quiet'))
    case 'tools':
      return row.calls.map(printCall).join('\n')
    case 'notice':
      return `<p class="${row.tone === 'error' ? 'error' : 'quiet'}">${escapeHtml(row.text)}</p>`
    case 'separator':
      return quiet(row.text)
    case 'output':
      return data(row.text)
    case 'summary':
      return details('What was compacted', words(row.text, ' quiet'))
    case 'day':
      return quiet(row.day)
    case 'hook':
      return quiet(`Hook ${row.name}, ${row.status}`)
    case 'hidden':
      return details(row.why, data(row.text))
    case 'other':
      return quiet(`(${row.type})`)
  }
}

function printCall({ call, rows: inner = [] }: CallRow): string {
  const result = call.result ? data(call.result) : ''
  const agent = inner.length > 0 ? `<section>${printRows(inner)}</section>` : ''
  const input = data(toDataText(call.input))
  return `<article>${details(`${call.name}, ${call.status}`, `${input}${result}${agent}`)}</article>`
}

function words(text: string, more = ''): string {
  return `<pre class="words${more}">${escapeHtml(text)}</pre>`
}

function data(text: string): string {
  return `<pre class="data">${escapeHtml(text)}</pre>`
}

function quiet(text: string): string {
  return `<p class="quiet">${escapeHtml(text)}</p>`
}

function details(summary: string, inner: string): string {
  return `<details><summary>${escapeHtml(summary)}</summary>${inner}</details>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] as string)
}
