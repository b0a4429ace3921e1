import { realpath } from 'node:fs/promises'
import { findByFolder } from './find-by-folder.ts'
import { isCli, toHeldSession } from './held-session.ts'
import { openProcessView } from './open-process-view.ts'
import type { ProcessView } from './process-view.ts'
import { type Registration, readPidDomain, readRegistrations } from './registration.ts'
import type { RunningProcess } from './running-process.ts'

/** A process other than ours that writes a session, or may at any moment. */
export interface Holder {
  pid: number
  /**
   * How we know: the CLI's own note, the arguments it was started with, the open file; or, of a CLI that says nothing of itself, that
   * it runs in the session's folder and the session was written last.
   */
  by: 'registration' | 'arguments' | 'open-file' | 'folder'
  /** False for what is likely and cannot be known: a CLI that says nothing of itself, or one on another machine. */
  isCertain: boolean
  cwd: string | null
  startedAtMs: number | null
  version: string | null
  /** How it was started: `cli` for a terminal, `sdk-cli` and the like for a program. */
  entrypoint: string | null
  /** What it does now, as it says: `idle`, `busy` and the like. */
  status: string | null
}

export interface HeldSession {
  sessionId: string
  /** `projects/<folder>/<session>.jsonl`; it need not exist yet. */
  transcript: string
}

export interface WhereHeld {
  dataDirectory: string
  /** Processes of ours, which do not count, and the session of each: a silent CLI beside them is not taken for its holder. */
  ours?: ReadonlyMap<number, string>
  processes?: ProcessView
}

/** Who else writes this session now. Null when nobody does, as far as can be known. */
export async function findHolder({ sessionId, transcript }: HeldSession, where: WhereHeld): Promise<Holder | null> {
  const found = await (await lookForHolders(where))({ sessionId, transcript })
  if (found?.isCertain) return found
  const { processes = openProcessView(), ours } = where
  const path = await realpath(transcript).catch(() => transcript)
  const writers = await processes.listWriters(path)
  const pid = writers.find((one) => one !== process.pid && !ours?.has(one))
  if (pid === undefined) return found
  const writer = (await processes.list()).find((one) => one.pid === pid)
  return writer === undefined ? found : fromProcess(writer, 'open-file', await processes.readCwd(pid))
}

/** Looks once, and then tells of any number of sessions who holds them: for lists. Who has only the file open is not seen. */
export async function lookForHolders(where: WhereHeld): Promise<(session: HeldSession) => Promise<Holder | null>> {
  const { dataDirectory, ours, processes = openProcessView() } = where
  const [notes, domain, running] = await Promise.all([
    readRegistrations(dataDirectory),
    readPidDomain(),
    processes.list(),
  ])
  // What a CLI of ours has just forked is not the program yet that it will be: for a moment it has the same arguments.
  const own = new Set(
    running
      .filter(({ pid, argv }) => ours?.has(pid) && toHeldSession(argv) !== null)
      .map(({ argv }) => argv.join('\0')),
  )
  const others = running.filter(({ pid, argv }) => pid !== process.pid && !ours?.has(pid) && !own.has(argv.join('\0')))
  const byPid = new Map(others.map((one) => [one.pid, one]))
  const here = notes.filter((note) => isOfDomain(note, domain) && isRunning(note, byPid.get(note.pid)))
  const elsewhere = notes.filter((note) => !isOfDomain(note, domain) && isFresh(note))
  const noted = new Set(here.map(({ pid }) => pid))
  const silent = others.filter(({ pid, argv }) => !noted.has(pid) && isCli(argv))
  const named = new Map(silent.map((one) => [toHeldSession(one.argv), one]))
  const taken = new Set([
    ...[...here, ...elsewhere].map((note) => note.sessionId),
    ...[...named.keys()].filter((id) => id !== null),
    ...[...(ours?.values() ?? [])].map((id) => id.toLowerCase()),
  ])
  const inFolder = findByFolder({
    dataDirectory,
    taken,
    anonymous: silent.filter(({ argv }) => toHeldSession(argv) === null),
    processes,
  })

  return async ({ sessionId, transcript }) => {
    const id = sessionId.toLowerCase()
    const note = here.find((one) => one.sessionId === id)
    if (note !== undefined) return fromNote(note, true)
    const started = named.get(id)
    if (started !== undefined) return fromProcess(started, 'arguments', await processes.readCwd(started.pid))
    const far = elsewhere.find((one) => one.sessionId === id)
    if (far !== undefined) return fromNote(far, false)
    const likely = await inFolder(id, transcript)
    return likely === null ? null : { ...fromProcess(likely.process, 'folder', likely.cwd), isCertain: false }
  }
}

/** Whether the note's pid is one of those that we see: not of another machine or container that shares the directory. */
function isOfDomain(note: Registration, domain: string | null): boolean {
  return note.pidDomain === null || domain === null || note.pidDomain === domain
}

/** A note of another machine cannot be checked: it counts for an hour, so that a crash there does not lock for ever. */
function isFresh(note: Registration): boolean {
  return Date.now() - note.notedAtMs < 3_600_000
}

/** A pid is used again; with its start time it is not. */
function isRunning(note: Registration, found: RunningProcess | undefined): boolean {
  if (found === undefined) return false
  return note.procStart === null ? isCli(found.argv) : note.procStart === found.identity
}

function fromNote(note: Registration, isCertain: boolean): Holder {
  const { pid, cwd, startedAtMs, version, entrypoint, status } = note
  return { pid, by: 'registration', isCertain, cwd, startedAtMs, version, entrypoint, status }
}

function fromProcess({ pid, startedAtMs }: RunningProcess, by: Holder['by'], cwd: string | null): Holder {
  return { pid, by, isCertain: true, cwd, startedAtMs, version: null, entrypoint: null, status: null }
}
