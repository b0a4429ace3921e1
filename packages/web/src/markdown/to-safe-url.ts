const ALLOWED = new Set(['http:', 'https:', 'mailto:'])

/** The address of a link, if it leads somewhere a person would want to be led; null for scripts, files, and what is no address. */
export function toSafeUrl(href: string): string | null {
  const url = URL.parse(href.trim())
  return url !== null && ALLOWED.has(url.protocol) ? url.href : null
}
