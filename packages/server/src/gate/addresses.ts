export interface AddressOptions {
  /** What the server listens on: an address, not a name. */
  host: string
  port: number
  isTls: boolean
  basePath: string
  /** Those that people use, through a proxy or a tunnel. */
  publicUrls: readonly string[]
  /** The machine's own, for a server that listens on all of them. */
  ownAddresses: readonly string[]
  /** The one of the loopback names that the others lead to; a certificate may know only one. */
  loopbackName?: string
}

/** Under which names the server is asked, and from which pages. All of it exact: no patterns, no endings. */
export interface Addresses {
  /** For programs on this machine, with the base path. */
  url: string
  /** Where people open the page, the best one first, with the base path. */
  pageUrls: readonly string[]
  hosts: ReadonlySet<string>
  origins: ReadonlySet<string>
  basePath: string
  /** The origin that this name of loopback is to be opened at instead; null where it is right. */
  findRedirect(host: string): string | null
}

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]']

export function createAddresses(options: AddressOptions): Addresses {
  const { host, port, isTls, basePath, publicUrls, ownAddresses } = options
  const scheme = isTls ? 'https' : 'http'
  const toOrigin = (name: string) => `${scheme}://${name}:${port}`
  const isEverywhere = isWildcard(host)
  const named = isEverywhere ? ownAddresses.map(toName) : [toName(host)]
  const loopback = options.loopbackName ?? (host === '::1' ? '[::1]' : isLoopback(host) ? toName(host) : '127.0.0.1')
  const names = [...new Set([...LOOPBACK_NAMES, loopback, ...named])]
  const publicOrigins = publicUrls.map((url) => new URL(url).origin)

  // A URL leaves out the port where it is the usual one, and so do browsers.
  const ownOrigins = names.map((name) => new URL(toOrigin(name)).origin)
  const origins = new Set([...ownOrigins, ...publicOrigins])
  const hosts = new Set([...origins].map((origin) => new URL(origin).host))
  for (const name of names) hosts.add(`${name}:${port}`)

  const first = isEverywhere || isLoopback(host) ? loopback : toName(host)
  const canonical = new URL(toOrigin(first)).origin
  const others = new Set(LOOPBACK_NAMES.filter((name) => name !== first).map((name) => `${name}:${port}`))
  const lan = isEverywhere
    ? named.filter((name) => !isLoopback(name)).map((name) => new URL(toOrigin(name)).origin)
    : []
  return {
    url: canonical + basePath,
    pageUrls: [...new Set([...publicOrigins, canonical, ...lan])].map((origin) => origin + basePath),
    hosts,
    origins,
    basePath,
    findRedirect: (asked) => (others.has(asked) ? canonical : null),
  }
}

/** Only this machine can reach it. */
export function isLoopback(address: string): boolean {
  return address === '::1' || address === '[::1]' || address === 'localhost' || /^127(\.\d{1,3}){3}$/.test(address)
}

export function isWildcard(address: string): boolean {
  return address === '0.0.0.0' || address === '::'
}

/** As it stands in a URL. */
function toName(address: string): string {
  return address.includes(':') && !address.startsWith('[') ? `[${address}]` : address
}
