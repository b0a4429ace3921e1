import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'

export interface Beacon {
  url: string
  /** Who came, and for what. */
  hits: string[]
  close(): void
}

/** A server of somebody else, that notes whatever is asked of it. */
export async function startBeacon(): Promise<Beacon> {
  const hits: string[] = []
  const server = createServer((request, response) => {
    hits.push(`${request.method} ${request.url}`)
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('window.pwned=1')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hits,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Notes everything that a page must not do. */
export async function watchPage(page: Page, ours: string): Promise<string[]> {
  const wrong: string[] = []
  page.on('dialog', (dialog) => {
    wrong.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== ours && !['data:', 'blob:'].includes(url.protocol)) wrong.push(`a request to ${url.href}`)
  })
  page.on('pageerror', (error) => wrong.push(`an error in the page: ${error.message}`))
  await page.addInitScript(() => {
    const told: string[] = []
    Object.assign(window, { told })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      told.push(`${violatedDirective} ${blockedURI}`),
    )
  })
  return wrong
}

/** What stands in the page that must not: what has run, what the policy had to stop, elements and addresses that nobody of ours made. */
export function findIntruders(): string[] {
  const { pwned, told = [] } = window as unknown as { pwned?: unknown; told?: string[] }
  const found = told.map((violation) => `a violation of the policy: ${violation}`)
  if (pwned !== undefined) found.push('a script ran')
  for (const element of document.body.querySelectorAll('*')) {
    const name = element.localName
    if (
      ['script', 'iframe', 'object', 'embed', 'base', 'meta', 'link', 'style', 'video', 'audio', 'math'].includes(name)
    )
      found.push(`an element <${name}>`)
    for (const { name: attribute, value } of element.attributes) {
      if (attribute.startsWith('on')) found.push(`<${name} ${attribute}>`)
      const isAddress = ['href', 'src', 'action', 'formaction', 'xlink:href', 'srcdoc'].includes(attribute)
      if (isAddress && !isFine(name, value)) found.push(`<${name} ${attribute}="${value.slice(0, 80)}">`)
    }
  }
  return found

  /** Links may lead elsewhere, when somebody follows them; nothing is loaded from there. */
  function isFine(name: string, value: string): boolean {
    const url = URL.parse(value, document.baseURI)
    if (url === null) return false
    if (name === 'a') return ['http:', 'https:', 'mailto:'].includes(url.protocol)
    return url.origin === location.origin || /^(?:blob:|data:image\/(?:png|jpeg|gif|webp);)/.test(value)
  }
}
