import { toCallEnd, toCallLine } from '../calls/call-line.ts'
import type { CallRow, Row } from '../rows/row.ts'
import { rows } from '../rows/rows.ts'
import type { AgentFacts } from '../state/agent-facts.ts'
import type { SessionState } from '../state/session-state.ts'
import { toTitle } from '../state/title.ts'
import { toDataText } from './data-text.ts'
import { toNoticeText } from './notice-text.ts'
import { toPlainText } from './plain-text.ts'
import { toSessionFacts } from './session-facts.ts'

const STYLE = `:root{color-scheme:light dark;--text:#1f1f1d;--quiet:#66645e;--line:#dedcd5;--page:#fdfdfb;--data:#f3f2ed;--you:#eef3ea;--error:#a8200d}
@media(prefers-color-scheme:dark){:root{--text:#e8e6e1;--quiet:#a3a099;--line:#3a3935;--page:#1a1a18;--data:#242421;--you:#222b20;--error:#ff9a86}}
body{font:16px/1.55 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:var(--text);background:var(--page)}
header{border-bottom:1px solid var(--line);margin-bottom:1.5rem}h1{font-size:1.4rem;line-height:1.3;margin:0;overflow-wrap:anywhere}
h2{font-size:.85rem;margin:0 0 .25rem}h2 time{font-weight:400;color:var(--quiet)}article{margin:1.25rem 0}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0}pre.words{font:inherit}
pre.data{font:13px/1.5 ui-monospace,monospace;background:var(--data);padding:.5rem .75rem;border-radius:6px;margin:.5rem 0;tab-size:4}
.you{background:var(--you);border-radius:8px;padding:.75rem 1rem}.quiet{color:var(--quiet)}.error{color:var(--error)}.warning{font-weight:600}
p{margin:.5rem 0;overflow-wrap:anywhere}p.line{text-align:center;font-size:.85rem;border-top:1px solid var(--line);margin-top:1.75rem;padding-top:.5rem}
details{margin:.4rem 0}summary{cursor:pointer;color:var(--quiet);font-size:.9rem;overflow-wrap:anywhere}summary b{color:var(--text);font-weight:500}
summary.error,summary.error b{color:var(--error)}section{border-left:2px solid var(--line);padding-left:1rem;margin:.5rem 0}
@media print{details::details-content{content-visibility:visible;height:auto}}`

/**
 * The conversation as one HTML page without scripts, pictures or links. All content is escaped text, and the content security policy in its
 * head blocks everything else should an escape ever be missing.
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
<header>
<h1>${title}</h1>
${quiet(toSessionFacts(state).join(' · '))}
</header>
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
      return `<article class="you">${head('You', row.at)}${words(text)}${extras}${refusal}</article>`
    }
    case 'text':
      return `<article>${head('Claude', row.at)}${words(row.text, row.isError ? ' error' : '')}</article>`
    case 'thinking':
      return details('Thinking', words(row.isRedacted ? '(not shown by the API)' : row.text, ' quiet'))
    case 'tools':
      return row.calls.map(printCall).join('\n')
    case 'notice':
      return `<p class="${row.tone === 'info' ? 'quiet' : row.tone}">${escapeHtml(toNoticeText(row))}</p>`
    case 'separator':
      return line(row.text)
    case 'output':
      return data(row.text)
    case 'summary':
      return details('What was compacted', words(row.text, ' quiet'))
    case 'day':
      return line(row.day)
    case 'hook':
      return quiet(`Hook ${row.name}, ${row.status}`)
    case 'hidden':
      return details(row.why, data(row.text))
    case 'other':
      return quiet(`(${row.type})`)
  }
}

function printCall({ call, agent, rows: inner = [] }: CallRow): string {
  const { name, status, result, summary } = call
  const subject = toCallLine(call).slice(name.length)
  const tone = status === 'failed' || status === 'denied' ? ' class="error"' : ''
  const title = `<summary${tone}><b>${escapeHtml(name)}</b>${escapeHtml(`${subject} — ${toCallEnd(call)}`)}</summary>`
  const who = agent === undefined ? '' : quiet(toAgentLine(agent))
  const nested = inner.length > 0 ? `<section aria-label="Subagent">${who}${printRows(inner)}</section>` : who
  const asked = call.asked === undefined ? '' : details('As asked', data(toDataText(call.asked)))
  const output = result ? data(result) : ''
  const about = summary ? quiet(summary) : ''
  return `<details>${title}${about}${data(toDataText(call.input))}${asked}${output}${nested}</details>`
}

function toAgentLine({ type, model, status, totalTokens }: AgentFacts): string {
  const tokens = totalTokens === undefined ? undefined : `${totalTokens} tokens`
  return ['Subagent', type, model, status, tokens].filter(Boolean).join(', ')
}

function head(who: string, at: string | undefined): string {
  return `<h2>${who}${at === undefined ? '' : ` <time>${escapeHtml(at.slice(11, 16))}</time>`}</h2>`
}

function line(text: string): string {
  return `<p class="quiet line">${escapeHtml(text)}</p>`
}

function words(text: string, more = ''): string {
  return `<pre class="words${more}">${escapeHtml(text)}</pre>`
}

function data(text: string): string {
  return `<pre class="data">${escapeHtml(text)}</pre>`
}

function quiet(text: string): string {
  return text === '' ? '' : `<p class="quiet">${escapeHtml(text)}</p>`
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
  return toPlainText(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] as string)
}
