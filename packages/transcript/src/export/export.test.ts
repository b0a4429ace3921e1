import { describe, expect, it } from 'vitest'
import { fold } from '../lines/fold.ts'
import { assistant, message, play, result, text, tool, toolResult, user } from '../lines-for-test.ts'
import { toHtml } from './html.ts'
import { toMarkdown } from './markdown.ts'

const ATTACK = `</pre><script>alert(1)</script><img src=x onerror="alert('2')">`

/** Every field that a stranger can write into holds the attack. */
const hostile = play([
  user(ATTACK),
  assistant('m1', [text(ATTACK), { type: 'thinking', thinking: ATTACK }, tool('t1', ATTACK, { [ATTACK]: ATTACK })]),
  toolResult('t1', ATTACK, { is_error: true }),
  {
    type: 'user',
    uuid: 'o',
    isReplay: true,
    message: { role: 'user', content: `<local-command-stdout>${ATTACK}</local-command-stdout>` },
  },
  { type: 'system', subtype: 'informational', uuid: 'i', content: ATTACK },
  assistant('m2', [tool('a1', 'Agent', { prompt: 'x' })]),
  { ...assistant('m3', [text(ATTACK)]), parent_tool_use_id: 'a1' },
  result({ is_error: true, result: ATTACK }),
])

describe('a session as one page', () => {
  it('has no markup but its own, whatever the conversation contains', () => {
    const page = toHtml(hostile)
    expect(page).not.toContain('<script')
    expect(page).not.toContain('<img')
    expect(page).not.toMatch(/onerror="/)
    expect(page.match(/&lt;script&gt;/g)?.length).toBeGreaterThan(8)
  })

  it('needs nothing from elsewhere and may run nothing', () => {
    const page = toHtml(hostile)
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'`)
    expect(page).not.toMatch(/\b(src|href)=(?!x )/)
  })

  it('shows texts, calls, and the rows of an agent inside its call', () => {
    const page = toHtml(
      play([
        user('Hi'),
        assistant('m', [tool('a', 'Agent', { prompt: 'p' })]),
        { ...assistant('n', [text('Deep.')]), parent_tool_use_id: 'a' },
      ]),
    )
    expect(page).toContain('<h2>You</h2><pre class="words">Hi</pre>')
    expect(page).toMatch(/<b>Agent<\/b> — running<\/summary>.*<section aria-label="Subagent">.*Deep\./s)
  })
})

describe('an export', () => {
  it('makes direction marks visible, and drops terminal colours', () => {
    const words = 'ls \u202eexe.txt\u202c \u001b[31mred\u001b[0m \u001b]0;title\u0007end\r\nnext\u0000'
    const state = play([user('Hi'), assistant('m', [tool('t', 'Bash', {})]), toolResult('t', words)])
    const plain = 'ls [U+202E]exe.txt[U+202C] red end\nnext'
    expect(toHtml(state)).toContain(`<pre class="data">${plain}</pre>`)
    expect(toMarkdown(state)).toContain(`\`\`\`\n${plain}\n\`\`\``)
  })

  it('is quick for large texts, and for texts made to be slow', () => {
    const ticks = '`'.repeat(300_000)
    const many = '` '.repeat(300_000)
    const state = play([
      user(ticks),
      assistant('m', [text(many), text(ticks), tool('t', 'Bash', { command: many })]),
      toolResult('t', many.repeat(20)),
    ])
    expect(toMarkdown(state).length).toBeGreaterThan(12_000_000)
    expect(toHtml(state).length).toBeGreaterThan(12_000_000)
  })

  it('begins with folder, model and time', () => {
    const at = { parentUuid: null, cwd: '/home/me/a_b', timestamp: '2026-01-02T03:04:05.000Z' }
    const state = play([{ ...user('Hi'), ...at }, result({ total_cost_usd: 1.5 })])
    expect(toHtml(state)).toContain('<p class="quiet">/home/me/a_b · 2026-01-02 03:04 UTC · $1.50</p>')
    expect(toMarkdown(state)).toContain('*/home/me/a\\_b · 2026-01-02 03:04 UTC · $1.50*')
  })

  it('names a call by its subject, and who decided on it', () => {
    const ask = { subtype: 'can_use_tool', tool_name: 'Bash', input: {}, tool_use_id: 't' }
    const refusal = { behavior: 'deny', message: 'No.' }
    const state = [
      message(user('Hi')),
      message(assistant('m', [tool('t', 'Bash', { command: 'rm -r /' })])),
      message({ type: 'control_request', request_id: 'r', request: ask }),
      message(
        { type: 'control_response', response: { subtype: 'success', request_id: 'r', response: refusal } },
        { by: 'the phone' },
      ),
      message(toolResult('t', 'No.', { is_error: true })),
    ].reduce(fold, play([]))
    expect(toMarkdown(state)).toContain('## Bash: rm -r / — denied, denied by the phone')
    expect(toHtml(state)).toContain('<summary class="error"><b>Bash</b>: rm -r / — denied')
  })
})

describe('a session as Markdown', () => {
  it('closes an open code fence, and escapes tags', () => {
    const state = play([
      user('~~~\nopen'),
      assistant('m', [text('<!-- gone? <script> `<b>` a < b\n```js\nif (a <b) {}')]),
      assistant('n', [text('After.')]),
    ])
    const page = toMarkdown(state)
    expect(page).toContain('> ~~~\n> open\n> ~~~\n')
    expect(page).toContain('&lt;!-- gone? &lt;script> `<b>` a < b\n```js\nif (a <b) {}\n```\n\n## Claude\n\nAfter.')
  })

  it('does not fail over an input that is nested too deeply', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`)
    const state = play([assistant('m', [tool('t', 'Bash', deep)])])
    expect(toMarkdown(state)).toContain('nested too deeply')
    expect(toHtml(state)).toContain('nested too deeply')
  })

  it('reads as a conversation', () => {
    const state = play([
      user('Hi'),
      assistant('m', [text('Hello.'), tool('t', 'Bash', { command: 'ls' })]),
      toolResult('t', 'a.txt'),
    ])
    expect(toMarkdown(state)).toBe(
      '# Hi\n\n## You\n\n> Hi\n\n## Claude\n\nHello.\n\n## Bash: ls — done\n\n```json\n{\n  "command": "ls"\n}\n```\n\n```\na.txt\n```\n',
    )
  })

  it('uses a fence that no output can close', () => {
    const state = play([user('Hi'), assistant('m', [tool('t', 'Bash', {})]), toolResult('t', 'a\n````\nb')])
    expect(toMarkdown(state)).toContain('`````\na\n````\nb\n`````')
  })

  it('makes no heading of its own from the content', () => {
    expect(toMarkdown(fold(play([]), message(user('# Not a title'))))).toContain('> # Not a title')
  })
})
