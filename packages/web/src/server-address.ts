/** Where the page is served, as the server has written into it: '' at the root. */
export const basePath = readMeta('quarterdeck-base')

/** Which server this is: another one at the same address has other devices. */
export const instance = readMeta('quarterdeck-instance')

function readMeta(name: string): string {
  return globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

/** The address of a socket of our server, from a path such as `/api/live`. */
export function toSocketUrl(path: string): string {
  return `${location.origin.replace(/^http/, 'ws')}${basePath}${path}`
}
