import { ClientError } from '@quarterdeck/client'

/** The files that a person has to be asked about by name before it is done; null for any other problem. */
export function toAskedPaths(error: unknown): readonly string[] | null {
  if (!(error instanceof ClientError) || error.code !== 'needs_confirmation') return null
  const { paths } = error.facts
  return Array.isArray(paths) && paths.length > 0 ? paths.map(String) : null
}
