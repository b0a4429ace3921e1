import { createHash, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'

const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const MAX_SHOWN = 3000

export interface TestBrowser {
  context: BrowserContext
  close(): Promise<void>
}

export interface BrowserOptions {
  phone?: boolean
  dark?: boolean
  /** Without the content security policy: what it would have stopped happens then. */
  withoutCsp?: boolean
  /** Names that lead to this machine, as a name server would say: pages there are not encrypted, and foreign. */
  names?: readonly string[]
  /** A certificate in PEM that nobody has signed, as a person would have put it among the trusted ones. */
  trusted?: string
}

const open = new Set<BrowserContext>()

/** What the pages of all browsers show at this moment, for whoever reads of a test that failed elsewhere. */
export async function describeOpenPages(): Promise<string> {
  const pages = [...open].flatMap((context) => context.pages()).filter((page) => page.url() !== 'about:blank')
  const shown = pages.map(async (page) => {
    const text = await page.locator('body').innerText({ timeout: 2000 }).catch(String)
    return `${page.url()} showed:\n${text.slice(0, MAX_SHOWN)}`
  })
  return (await Promise.all(shown)).join('\n\n')
}

/** A real browser with an empty profile. Its home is that profile too: Chromium writes to the home folder whatever the profile. */
export async function startBrowser(options: BrowserOptions = {}): Promise<TestBrowser> {
  const executablePath = process.env.QUARTERDECK_CHROMIUM
  if (executablePath === undefined) throw new Error('QUARTERDECK_CHROMIUM is not set: run the tests with npm test')
  const profile = mkdtempSync(join(tmpdir(), 'quarterdeck-browser-'))
  const flags = [...FLAGS, ...toFlags(options)]
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: process.getuid?.() === 0 ? ['--no-sandbox', ...flags] : flags,
    env: { PATH: process.env.PATH ?? '', HOME: profile, XDG_CONFIG_HOME: profile, XDG_CACHE_HOME: profile },
    viewport: options.phone ? { width: 390, height: 844 } : { width: 1280, height: 800 },
    hasTouch: options.phone ?? false,
    bypassCSP: options.withoutCsp ?? false,
    colorScheme: options.dark ? 'dark' : 'light',
  })
  open.add(context)
  return {
    context,
    async close() {
      open.delete(context)
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

function toFlags({ names, trusted }: BrowserOptions): string[] {
  const rules = names?.map((name) => `MAP ${name} 127.0.0.1`).join(', ')
  return [
    ...(rules === undefined ? [] : [`--host-resolver-rules=${rules}`]),
    ...(trusted === undefined ? [] : [`--ignore-certificate-errors-spki-list=${toKeyHash(trusted)}`]),
  ]
}

/** By its key, as browsers pin one: any other certificate is refused still. */
function toKeyHash(certificate: string): string {
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(key).digest('base64')
}
