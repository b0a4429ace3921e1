/** A subcommand of the program, in a file of its own that is loaded when it is called for. */
export interface Subcommand {
  /** One line for `--help`. */
  summary: string
  /** What it was given behind its name; resolves with the exit code. */
  load: () => Promise<{ run(argv: string[], env: NodeJS.ProcessEnv): Promise<number> }>
}

export const commands: Readonly<Record<string, Subcommand>> = {
  audit: { summary: 'show who did what; verify says whether that was changed', load: () => import('./audit.ts') },
  devices: { summary: 'list the browsers that are paired, or revoke one', load: () => import('./devices.ts') },
  doctor: { summary: 'say whether a session could be started here', load: () => import('./doctor.ts') },
  pair: { summary: 'make a link, and a QR code, that lets a browser in', load: () => import('./pair.ts') },
  search: { summary: 'find what was said in any session', load: () => import('./search.ts') },
  sessions: { summary: 'list the sessions on this machine', load: () => import('./sessions.ts') },
  status: { summary: 'say whether the server runs, and how it is doing', load: () => import('./status.ts') },
  stop: { summary: 'end the server; with --all the sessions too', load: () => import('./stop.ts') },
  usage: { summary: 'add up tokens and costs', load: () => import('./usage.ts') },
}
