/** A subcommand of the program, in a file of its own that is loaded when it is called for. */
export interface Subcommand {
  /** One line for `--help`. */
  summary: string
  /** What it was given behind its name; resolves with the exit code. */
  load: () => Promise<{ run(argv: string[], env: NodeJS.ProcessEnv): Promise<number> }>
}

export const commands: Readonly<Record<string, Subcommand>> = {
  audit: { summary: 'show who did what; verify says whether that was changed', load: () => import('./audit.ts') },
  doctor: { summary: 'say whether a session could be started here', load: () => import('./doctor.ts') },
  search: { summary: 'find what was said in any session', load: () => import('./search.ts') },
  sessions: { summary: 'list the sessions on this machine', load: () => import('./sessions.ts') },
  stop: { summary: 'end the server; with --all the sessions too', load: () => import('./stop.ts') },
  usage: { summary: 'add up tokens and costs', load: () => import('./usage.ts') },
}
