const KEY = 'quarterdeck-token'

/** The link the server prints carries the token behind the #. It is taken out of the address at once, so that it is not shared with it. */
export function takeToken(): string | null {
  const fromLink = /^#token=([\w-]+)$/.exec(location.hash)?.[1]
  if (fromLink !== undefined) {
    localStorage.setItem(KEY, fromLink)
    history.replaceState(null, '', location.pathname + location.search)
  }
  return localStorage.getItem(KEY)
}
