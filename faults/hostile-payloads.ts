/** What a page could be made to do by text that is taken for something else. `HOST` is a server that notes whoever comes. */
const SCRIPTS = [
  '<script>window.pwned=1</script>',
  '<img src=x onerror="window.pwned=1">',
  '"><svg/onload=window.pwned=1>',
  '</textarea></title></style></script><img src=HOST/a.png onerror=window.pwned=1>',
  '[look](javascript:window.pwned=1) <a href="jAvAsCrIpT:window.pwned=1">look</a>',
  '[look][a]\n\n[a]: javascript:window.pwned=1 "title"',
  'javascript:window.pwned=1//https://example.com',
  '![picture](HOST/beacon.png) ![x](data:image/svg+xml,<svg/onload=window.pwned=1>)',
  '<iframe src="HOST/frame" srcdoc="<script>parent.pwned=1</script>"></iframe>',
  '<style>@import url("HOST/c.css");*{background:url(HOST/d.png)}</style><link rel=stylesheet href=HOST/e.css>',
  '<meta http-equiv=refresh content="0;url=HOST/refresh"><base href="HOST/">',
  '<form action="HOST/form"><button autofocus onfocus=window.pwned=1>x</button></form>',
  '<object data="HOST/o"></object><embed src="HOST/e"><video src="HOST/v" autoplay onerror=window.pwned=1></video>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.pwned=1&gt;">',
  '<details open ontoggle=window.pwned=1><summary>x</summary></details>',
  '```html\n<script>window.pwned=1</script>\n```\n\n| <img src=x onerror=window.pwned=1> | b |\n|---|---|\n| `x` | <b onclick=window.pwned=1>y</b> |',
  '__proto__',
  'constructor',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it must not be taken for one
  "{{constructor.constructor('window.pwned=1')()}}${window.pwned=1}",
  'HOST/x.png',
  'file:///etc/passwd',
]

/** What brings a parser, or whatever draws what it found, to its end; a page that could be brought down stays down after a reload. */
const ABSURD = [
  `${'>'.repeat(3000)} in`,
  `${'- '.repeat(3000)}in`,
  `${'> '.repeat(900)}in`,
  `${'['.repeat(3000)}in${'](a)'.repeat(3000)}`,
  `x${'_'.repeat(20_000)}x`,
  'a_b'.repeat(5000),
]

/** What a terminal would obey, and what an eye does not see. */
const TERMINAL = [
  '\u001b]8;;HOST/osc8\u0007a link\u001b]8;;\u0007 \u001b]52;c;cm0gLXJm\u0007 \u001b]0;title\u0007',
  '\u001b[31mred\u001b[0m \u001b[8mhidden\u001b[0m \u001b[2J\u001b[1;1H\u001b[30;40mblack\u001b[0m',
  'safe\u202e fr- mr \u2066echo\u2069 \u200f\u061c',
  'ls\u200b -\u2060la \u00ad\u034f\u3164\u2800 \u{e0041}\u{e0042} \ufe0f',
  'npm test\r\u001b[Krm -rf ~\b\b\b\u0000\u0085\u2028\u2029end',
  'cat\u00a0file\u2003name\u3000x',
]

export interface Payloads {
  scripts: readonly string[]
  absurd: readonly string[]
  terminal: readonly string[]
}

export function toPayloads(host: string): Payloads {
  const fill = (texts: readonly string[]) => texts.map((text) => text.replaceAll('HOST', host))
  return { scripts: fill(SCRIPTS), absurd: ABSURD, terminal: fill(TERMINAL) }
}

/** What nobody can see, and so must not be there as it is. */
export const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u2800\u3164]/u
