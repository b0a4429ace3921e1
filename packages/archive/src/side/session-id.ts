const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text may become part of a path as the id of a session. */
export function isSessionId(text: string): boolean {
  return UUID.test(text)
}
