import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { Markdown } from './Markdown.tsx'
import { loadMending } from './parse-markdown.ts'

const draw = (text: string, isDraft = false) => renderToStaticMarkup(<Markdown text={text} isDraft={isDraft} />)

describe('markdown', () => {
  beforeAll(loadMending)

  it('draws headings, emphasis, lists, quotes, rules and links', () => {
    expect(draw('# A *b*')).toContain('<h3>A <em>b</em></h3>')
    expect(draw('**bold** ~~gone~~ `x < y`')).toContain('<strong>bold</strong> <del>gone</del> <code>x &lt; y</code>')
    expect(draw('- a\n- b\n  1. c')).toMatch(/<ul><li>a<\/li><li>b<ol start="1"><li>c<\/li><\/ol><\/li><\/ul>/)
    expect(draw('> quoted')).toContain('<blockquote><p>quoted</p></blockquote>')
    expect(draw('[docs](https://example.com/a)')).toContain(
      '<a href="https://example.com/a" target="_blank" rel="noopener noreferrer">docs</a>',
    )
  })

  it('draws tables with their alignment, and tasks as boxes that cannot be changed', () => {
    const table = draw('| a | b |\n|---|--:|\n| 1 | **2** |')
    expect(table).toContain('<th>a</th><th class="align-right">b</th>')
    expect(table).toContain('<td class="align-right"><strong>2</strong></td>')
    const tasks = draw('- [x] done\n- [ ] open')
    expect(tasks.match(/type="checkbox"/g)).toHaveLength(2)
    expect(tasks.match(/checked=""/g)).toHaveLength(1)
    expect(tasks.match(/disabled=""/g)).toHaveLength(2)
  })

  it('draws code as it stands, with its language', () => {
    const code = draw('```ts\nconst a = "<b>"\n```')
    expect(code).toContain('aria-label="Code, ts"')
    expect(code).toContain('const a = &quot;&lt;b&gt;&quot;')
  })

  it('draws a text that is being written as it will be', () => {
    expect(draw('some **bold te', true)).toContain('<strong>bold te</strong>')
    expect(draw('```js\nlet a', true)).toContain('aria-label="Code, js"')
    expect(draw('see [the docs](https://exam', true)).not.toContain('<a ')
  })

  const hostile = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'a <svg onload=alert(1)> b',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](data:text/html,<script>1</script>)',
    '[x](vbscript:x)',
    '[x](file:///etc/passwd)',
    '<javascript:alert(1)>',
    '![x](https://evil.example/track.png)',
    '![x](javascript:alert(1))',
    '[a]: javascript:alert(1)\n\n[a]',
    '<a href="https://evil.example" onclick="x()">y</a>',
    '<iframe src="https://evil.example"></iframe>',
  ]
  it.each(hostile)('makes no element of %j but text and safe links', (text) => {
    const drawn = draw(text)
    expect(drawn).not.toMatch(/<(script|img|svg|iframe|object|style|form)/i)
    expect(drawn).not.toMatch(/href="(?!https:\/\/evil\.example\/track\.png|https:\/\/evil\.example")/)
    expect(drawn).not.toMatch(/ on[a-z]+="/i)
  })
})
