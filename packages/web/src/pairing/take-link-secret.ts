/** The secret of a pairing link. It is taken out of the address at once, so that it is not shared or kept with it. */
export function takeLinkSecret(): string | null {
  const secret = /^#pair=([\w-]+)$/.exec(location.hash)?.[1] ?? null
  if (secret !== null) history.replaceState(null, '', location.pathname + location.search)
  return secret
}
