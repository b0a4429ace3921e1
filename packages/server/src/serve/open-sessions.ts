import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Archive } from '@quarterdeck/archive'
import { findCli } from '@quarterdeck/driver'
import { toAncestors } from '../ancestors.ts'
import type { Audit } from '../audit/audit-entry.ts'
import type { Demo } from '../demo.ts'
import type { DoctorPlaces } from '../doctor/read-report.ts'
import { findProgram } from '../find-program.ts'
import { HistorySettings } from '../history/history-settings.ts'
import { createExecute, type TypedExecute } from '../hub/commands/execute.ts'
import { Receipts } from '../hub/commands/receipts.ts'
import { SentPrompts, toPromptsFile } from '../hub/commands/sent-prompts.ts'
import { Hub } from '../hub/hub.ts'
import { createCliTrust } from '../hub/start/cli-trust.ts'
import { TrustedFolders } from '../hub/start/trusted-folders.ts'
import type { Log } from '../log/log.ts'
import { createLoggedExecute } from '../log/logged-execute.ts'
import { toFaultFacts } from '../log/to-fault-facts.ts'
import { openArchive } from '../open-archive.ts'
import type { Options } from '../options.ts'
import { createPolicy } from '../policy/create-policy.ts'
import type { PolicyContext } from '../policy/policy-options.ts'
import { toAllowedOptions } from '../policy/to-session-options.ts'
import { createOwnClassify } from './own-classify.ts'

/** A session that rests and that nobody looks at is ended after so long; its next message resumes it. */
const IDLE_MS = 30 * 60_000
/** As long as the CLI itself keeps transcripts, unless it is told otherwise. */
const KEEP_MS = 30 * 24 * 3_600_000

/** All sessions, and the one way to have something done with them. */
export interface Sessions {
  hub: Hub
  archive: Archive
  execute: TypedExecute
  trusted: TrustedFolders
  history: HistorySettings
  /** The CLI's data directory. */
  claudeDir: string
  /** What callers may choose, and which paths are for nobody. */
  policy: PolicyContext
  /** What a session needs, for who wants to know what is missing. */
  needs: DoctorPlaces
}

export interface SessionsContext {
  env: NodeJS.ProcessEnv
  demo: Demo | null
  audit: Audit
  log: Log
}

export async function openSessions(options: Options, context: SessionsContext): Promise<Sessions> {
  const { env, demo, audit, log } = context
  // What a demo has done is not for a server that comes after it.
  const data = demo?.state ?? options.data
  const named = demo?.claudeDir ?? options.claudeDir
  const claudeDir = named ?? env.CLAUDE_CONFIG_DIR ?? join(homedir(), '.claude')
  const trusted = openTrust(data, claudeDir, named ?? env.CLAUDE_CONFIG_DIR ?? homedir())
  const policy = createPolicy(options, trusted, createOwnClassify(options, { env, claudeDir, open: demo?.projects }))
  const where = { named: options.claude, env, home: homedir(), moduleRoots: toAncestors(import.meta.dirname) }
  const needs: DoctorPlaces = {
    findCli: () => (demo === null ? findCli(where) : { ...demo.findCli(), origin: 'named' }),
    ...{ claudeDir, data },
    env: named === undefined ? env : { ...env, CLAUDE_CONFIG_DIR: named },
  }
  const hubs: Hub[] = []
  // Until the hub is there, nobody knows what runs: then nothing is written either.
  const isHeld = async ({ sessionId }: { sessionId: string }) => hubs[0]?.isHeld(sessionId) ?? true
  const history = new HistorySettings(join(data, 'archive', 'history.json'))
  const maxCopyBytes = () => (history.value.isOn ? history.value.maxBytes : null)
  const archive = openArchive({ directories: [claudeDir], data, mode: 'serve', isHeld, maxCopyBytes })
  const hub = await Hub.open({
    data,
    claudeDir,
    archive,
    trusted,
    toAllowed: (kept) => toAllowedOptions(kept, policy),
    findCli: needs.findCli,
    program: { file: findProgram('keeper.js'), env: needs.env },
    idleMs: IDLE_MS,
    maxLive: options.maxLive,
    keepMs: KEEP_MS,
    onFault: (error, session) => log.error({ session, ...toFaultFacts(error) }, 'a session cannot be read'),
  })
  hubs.push(hub)
  archive.upkeep.start()
  const receipts = new Receipts(join(data, 'receipts.ndjson'))
  const prompts = new SentPrompts(toPromptsFile(data), {
    onFault: (error) => log.warn(toFaultFacts(error), 'a prompt is not remembered'),
  })
  const execute = createLoggedExecute(createExecute({ hub, policy, trusted, audit, receipts, prompts }), log)
  return { hub, archive, execute, trusted, history, claudeDir, policy, needs }
}

/** What was trusted here, and what in the CLI's own dialog, which keeps its state beside its data directory. */
function openTrust(data: string, claudeDir: string, stateFolder: string): TrustedFolders {
  return new TrustedFolders(join(data, 'trusted-folders.json'), createCliTrust({ claudeDir, stateFolder }))
}
