import type { PathClass } from './classify-path.ts'

/** What the operator has allowed when the server was started. */
export interface PolicyOptions {
  /** `--allow-bypass`: sessions may run in a mode that asks nobody. */
  allowBypass: boolean
  /** `--allow-config`: callers may send settings, MCP servers, agents and plugins. */
  allowConfig: boolean
  /** `--root`: sessions only below these, as real paths; none for everywhere that is trusted. */
  roots: readonly string[]
}

/** All that can be known when a wish is judged. What asks the disk is handed in, so that judging itself does not. */
export interface PolicyContext extends PolicyOptions {
  /** Where a folder really is, links followed; null where there is none. */
  toRealFolder(path: string): string | null
  /** Code may run there: a person has said so. */
  isTrusted(folder: string): boolean
  /** Whether a path is for sessions and callers at all. */
  classify(path: string): PathClass
  /** In which styles the session that is spoken of can answer, as its CLI has told. */
  outputStyles?: readonly string[]
}
