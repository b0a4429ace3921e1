import { describe, expect, it } from 'vitest'
import { fold } from './fold.ts'
import { toHtml } from './html.ts'
import { toMarkdown } from './markdown.ts'
import { assistant, message, play, result, text, tool, toolResult, user } from './said.ts'

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
  it('is text from end to end, whatever was said in it', () => {
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

  it('shows what was said, what ran and what an agent said inside its call', () => {
    const page = toHtml(
      play([
        user('Hi'),
        assistant('m', [tool('a', 'Agent', { prompt: 'p' })]),
        { ...assistant('n', [text('Deep.')]), parent_tool_use_id: 'a' },
      ]),
    )
    expect(page).toContain('<h2>You</h2><pre class="words">Hi</pre>')
    expect(page).toMatch(/<summary>Agent, running<\/summary>.*<section>.*Deep\./s)
  })
})

describe('a session as Markdown', () => {
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
      '# Hi\n\n## You\n\n> Hi\n\n## Claude\n\nHello.\n\n## Bash, done\n\n```json\n{\n  "command": "ls"\n}\n```\n\n```\na.txt\n```\n',
    )
  })

  it('lets no output end its own fence', () => {
    const state = play([user('Hi'), assistant('m', [tool('t', 'Bash', {})]), toolResult('t', 'a\n````\nb')])
    expect(toMarkdown(state)).toContain('`````\na\n````\nb\n`````')
  })

  it('takes nothing that was said for a heading of its own', () => {
    expect(toMarkdown(fold(play([]), message(user('# Not a title'))))).toContain('> # Not a title')
  })
})
