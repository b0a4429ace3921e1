/** The text, for whoever writes it back; null where that would lose what is no UTF-8. */
export function parseUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
