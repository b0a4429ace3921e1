/** What the parts of the server say of what they do. Facts never hold what was said in a session, a secret or an address with one. */
export interface Log {
  debug(facts: LogFacts, message: string): void
  info(facts: LogFacts, message: string): void
  warn(facts: LogFacts, message: string): void
  error(facts: LogFacts, message: string): void
}

export type LogFacts = Readonly<Record<string, unknown>>

/** For what is tried without a server around it. */
export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}
