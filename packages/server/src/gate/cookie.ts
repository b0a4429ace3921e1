const MAX_AGE_SECONDS = 400 * 24 * 3600
/** Pages on other ports can put cookies of any name beside ours; more than a few are not looked at. */
const MAX_VALUES = 8

/** All values under the name: another page may have put a wrong one before the right one. */
export function readCookies(header: string | undefined, name: string): string[] {
  if (header === undefined) return []
  const found: string[] = []
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) found.push(part.slice(at + 1).trim())
    if (found.length === MAX_VALUES) break
  }
  return found
}

/** `HttpOnly`: no script reads it. `SameSite=Strict`: no other site has it sent. Neither keeps out another port, which is why it is not enough. */
export function toCookie(
  name: string,
  value: string,
  { basePath, isSecure }: { basePath: string; isSecure: boolean },
): string {
  const parts = [
    `${name}=${value}`,
    `Path=${basePath || '/'}`,
    `Max-Age=${MAX_AGE_SECONDS}`,
    'HttpOnly',
    'SameSite=Strict',
  ]
  return [...parts, ...(isSecure ? ['Secure'] : [])].join('; ')
}
