/** Where the page is served, as the server has written into it: '' at the root. */
export const basePath =
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="quarterdeck-base"]')?.content ?? ''

/** The address of a socket of our server, from a path such as `/api/live`. */
export function toSocketUrl(path: string): string {
  return `${location.origin.replace(/^http/, 'ws')}${basePath}${path}`
}
