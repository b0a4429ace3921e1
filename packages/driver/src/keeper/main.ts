import { closeSync, existsSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findTranscript } from '../cli/find-transcript.ts'
import { createPriorCostReader } from '../cli/read-prior-cost.ts'
import { readCleanupDays } from '../cli/settings/cleanup-days.ts'
import { toLaunch } from '../cli/to-launch.ts'
import { DriverError } from '../driver-error.ts'
import type { TranscriptState } from '../engine/choose-start.ts'
import { Engine } from '../engine/engine.ts'
import { isAtRest, type SessionFacts } from '../engine/facts/session-facts.ts'
import { toNextOptions, withRestored } from '../engine/next-options.ts'
import { LogFile } from '../log/log-file.ts'
import { identifyProcess } from '../process/process-identity.ts'
import { claimFolder } from './folder-claim.ts'
import { IdleTimer } from './idle-timer.ts'
import { removeKeeperNote, writeKeeperNote } from './keeper-note.ts'
import { KeeperServer } from './keeper-server.ts'
import type { KeeperReady, KeeperSpec } from './spec.ts'

/** Built beside us, or a source beside ours. */
const LARGE_LINE_WORKER = import.meta.url.endsWith('.ts')
  ? new URL('../lines/large-line-worker.ts', import.meta.url)
  : new URL('./large-line-worker.js', import.meta.url)
/** How long guests may take to hear the end. */
const FAREWELL_MS = 2000
const CLAIM_CHECK_MS = 50
const CLAIM_MS = 1000
const FOLDER_CHECK_MS = 5000

/** Keeps one session: owns the pipes of its CLI and its log, and outlives whoever started it. */
async function keep(spec: KeeperSpec): Promise<void> {
  const { folder, socket, options, cliVersion } = spec
  const claim = await claimWhenFree(folder)
  const log = new LogFile(
    join(folder, 'log.ndjson'),
    spec.logMaxBytes === undefined ? {} : { maxBytes: spec.logMaxBytes },
  )
  const flags = spec.cliFlags ? { flags: new Set(spec.cliFlags) } : {}
  const context = { version: cliVersion, ...flags, baseEnv: process.env, settingsMode: spec.settingsMode }
  const engine = new Engine({
    cli: spec.cli,
    cliVersion: cliVersion ?? undefined,
    cwd: options.cwd,
    log,
    sessionId: spec.sessionId,
    resume: options.resume !== undefined && options.fork === undefined,
    launch: ({ sessionId, isFirst, restored }) =>
      toLaunch(
        isFirst ? withRestored({ ...options, sessionId }, restored) : toNextOptions(options, sessionId, restored),
        { ...context, cleanupDays: readCleanupDays({ ...options, claudeDir: spec.claudeDir }) },
      ),
    hasPrompt: (uuid) => isInTranscript(spec.claudeDir, engine.facts.sessionIds, uuid),
    findTranscript: (sessionId) => toTranscriptState(findTranscript(spec.claudeDir, sessionId)),
    readPriorCost: createPriorCostReader(spec.claudeDir, options.resume),
    marker: spec.marker,
    largeLines: { folder: join(folder, 'large'), worker: LARGE_LINE_WORKER },
    stopTimes: spec.stopTimes,
    interruptTimes: spec.interruptTimes,
  })
  const idle = new IdleTimer(spec.idleMs, () => void engine.stop('Nothing ran and nobody watched for a while.'))
  const server = new KeeperServer(engine, (watching) => idle.set(watching === 0 && isAtRest(engine.facts)))
  await server.listen(socket)
  const failed = await engine.start()
  if (failed !== null) throw new DriverError('cli_failed', failed.reason ?? 'The CLI did not start.')

  const note = () => {
    const cli = toProcess(engine.pid)
    writeKeeperNote(folder, {
      pid: process.pid,
      identity: identifyProcess(process.pid) ?? '',
      socket,
      marker: spec.marker,
      epoch: log.epoch,
      sessionIds: [...engine.facts.sessionIds],
      ...(cli === null ? {} : { cli }),
    })
  }
  process.on('SIGUSR2', () => void server.listen(socket).catch(() => undefined))
  note()
  const tryNote = () => {
    try {
      note()
    } catch {
      // A full disk, or a folder that was removed: the note that is there, if any, still leads to us.
    }
  }
  let known: SessionFacts = engine.facts
  engine.subscribe((event) => {
    if (event.kind !== 'record' || engine.facts === known) return
    known = engine.facts
    const { from, message } = event.record
    const { subtype } = message as { subtype?: unknown }
    if (from === 'keeper' && (subtype === 'started' || subtype === 'session_changed')) tryNote()
    idle.set(server.watching === 0 && isAtRest(engine.facts))
  })
  idle.set(server.watching === 0 && isAtRest(engine.facts))
  // Without its folder and without a host nobody could find it again: neither it nor its CLI would ever end.
  setInterval(() => {
    if (!existsSync(folder) && !server.hasGuests) void engine.stop('Its folder was removed.')
  }, FOLDER_CHECK_MS).unref()
  process.on('SIGTERM', () => void engine.stop('The keeper was asked to end.'))
  say({ ready: true, pid: process.pid })

  await engine.closed
  idle.set(false)
  // No longer to be found before the last word is said: whoever hears it may start the next keeper at once.
  const farewell = server.close(FAREWELL_MS)
  removeKeeperNote(folder)
  claim.release()
  await farewell
  log.close()
}

function toProcess(pid: number | undefined): { pid: number; identity: string } | null {
  const identity = pid === undefined ? null : identifyProcess(pid)
  return pid === undefined || identity === null ? null : { pid, identity }
}

/** Two would write one log. Whoever puts it in order after a keeper that was killed needs a moment only. */
async function claimWhenFree(folder: string): Promise<{ release: () => void }> {
  for (let waited = 0; ; waited += CLAIM_CHECK_MS) {
    const claim = claimFolder(folder)
    if (claim.kind === 'claimed') return claim
    if (waited >= CLAIM_MS)
      throw new DriverError('keeper_lost', `The session in '${folder}' is kept by process ${claim.pid}. End it first.`)
    await sleep(CLAIM_CHECK_MS)
  }
}

/**
 * Looks for a prompt in the CLI's own transcripts: as a `uuid`, `source_uuid` or `parentUuid`. 2.1.38 writes a snapshot of files
 * with its id before the prompt itself, and may be killed in between.
 */
function isInTranscript(claudeDir: string, sessionIds: readonly string[], uuid: string): boolean {
  const paths = sessionIds.map((id) => findTranscript(claudeDir, id))
  return paths.some((path) => path !== null && hasBytes(path, `uid":"${uuid}"`))
}

function toTranscriptState(path: string | null): TranscriptState {
  if (path === null) return 'none'
  return hasBytes(path, '"type":"user"') ? 'some' : 'empty'
}

function hasBytes(path: string, wanted: string): boolean {
  const descriptor = openSync(path, 'r')
  const chunk = Buffer.allocUnsafe(1024 * 1024)
  try {
    for (let position = 0; ; ) {
      const read = readSync(descriptor, chunk, 0, chunk.length, position)
      if (chunk.subarray(0, read).includes(wanted)) return true
      if (read < chunk.length) return false
      position += read - wanted.length
    }
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Once, and then the pipe is let go: whoever started us may be gone before we are. By descriptor, because Node's own streams for
 * these would cost more memory than all the rest of us.
 */
function say(ready: KeeperReady): void {
  try {
    writeSync(1, `${JSON.stringify(ready)}\n`)
    closeSync(1)
    // A socket that got this number would never be closed: the library takes it for the standard output.
    if (existsSync('/dev/null')) openSync('/dev/null', 'w')
  } catch (error) {
    // It did not wait for us; the session is there to be attached to.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
  }
}

// A terminal that is closed, or a Ctrl-C meant for the server, is no reason to end a session.
process.on('SIGHUP', () => undefined)
process.on('SIGINT', () => undefined)
process.title = 'quarterdeck keeper'

let exitCode = 0
try {
  await keep(JSON.parse(readFileSync(0, 'utf8')))
} catch (error) {
  const { code, message } = error as DriverError
  say({ ready: false, code: String(code), message })
  exitCode = 1
}
process.exit(exitCode)
