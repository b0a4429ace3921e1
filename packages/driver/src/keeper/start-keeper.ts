import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SESSION_MARKER } from '../cli/child-env.ts'
import { DriverError, type DriverErrorCode } from '../driver-error.ts'
import { KeeperLink } from './keeper-link.ts'
import { toSocketPath } from './runtime-folder.ts'
import type { KeeperReady, KeeperSpec } from './spec.ts'

export interface KeeperProgram {
  /** The keeper's own file, bundled or not. */
  file: string
  env: NodeJS.ProcessEnv
  /** How its Node runs it; what is best for a keeper, if it is not said. */
  nodeFlags?: readonly string[]
}

const READY_MS = 30_000
/** With this a Node ends that does not know one of its flags. */
const UNKNOWN_FLAG = 9

/**
 * A keeper does little, and does it for every piece of a text. With these its few busy functions are compiled after a hundred
 * lines, by the small compiler and in its one thread: half the time on the processor that it takes without a compiler, and 59 MB
 * in place of the 76 that all compilers take.
 */
const NODE_FLAGS = [
  '--max-semi-space-size=1',
  '--single-threaded',
  '--no-sparkplug',
  '--no-opt',
  '--no-maglev-inlining',
  '--invocation-count-for-maglev=100',
]

/** Starts a keeper and its session, and gives the link to it. Nobody may keep the folder's session at the moment. */
export async function startKeeper(spec: Omit<KeeperSpec, 'socket'>, program: KeeperProgram): Promise<KeeperLink> {
  const { file, env, nodeFlags = NODE_FLAGS } = program
  mkdirSync(spec.folder, { recursive: true, mode: 0o700 })
  const socket = toSocketPath(spec.folder, env)
  // What it says when it dies must be found somewhere: nobody listens to it any more.
  const errors = join(spec.folder, 'keeper.log')
  const run = async (flags: readonly string[]) => {
    const descriptor = openSync(errors, 'w', 0o600)
    const child = spawn(process.execPath, [...flags, file], {
      cwd: '/',
      detached: true,
      env: { ...env, [SESSION_MARKER]: toKeeperMarker(spec.marker) },
      stdio: ['pipe', 'pipe', descriptor],
    })
    closeSync(descriptor)
    child.stdin?.on('error', () => undefined).end(JSON.stringify({ ...spec, socket } satisfies KeeperSpec))
    const ready = await hearReady(child, errors, flags.length > 0)
    child.stdout?.destroy()
    child.unref()
    return ready
  }
  // Flags of the engine come and go with its versions: a Node that lacks one keeps sessions all the same.
  const ready = (await run(nodeFlags)) ?? ((await run([])) as KeeperReady)
  if (!ready.ready) throw toError(ready, spec.folder)
  return KeeperLink.connect(socket)
}

/** Not the session's own, by which all that it started is ended, long before its keeper. */
export function toKeeperMarker(marker: string): string {
  return `${marker}:keeper`
}

/** Null where its Node did not know a flag. */
function hearReady(child: ReturnType<typeof spawn>, errors: string, hasFlags: boolean): Promise<KeeperReady | null> {
  return new Promise((resolve, reject) => {
    let said = ''
    const fail = (why: string, cause?: Error) => {
      clearTimeout(timer)
      reject(new DriverError('keeper_failed', `The keeper of the session did not start: ${why}.`, cause && { cause }))
    }
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      fail(`it took longer than ${READY_MS / 1000} s`)
    }, READY_MS)
    child.on('error', (error) => fail(error.message, error))
    // Not at its exit: what it said may still be on the way.
    child.on('close', (code, signal) => {
      if (said.includes('\n')) return
      if (code !== UNKNOWN_FLAG || !hasFlags) return fail(`it ended with ${code ?? signal}. ${readTail(errors)}`)
      clearTimeout(timer)
      resolve(null)
    })
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (!said.includes('\n')) return
      clearTimeout(timer)
      resolve(JSON.parse(said))
    })
  })
}

function readTail(path: string): string {
  return readFileSync(path, 'utf8').trim().slice(-500)
}

const CODES: DriverErrorCode[] = ['cli_failed', 'bad_option', 'storage']

function toError({ code, message }: Extract<KeeperReady, { ready: false }>, folder: string): DriverError {
  // So a keeper says that another has the folder.
  if (code === 'keeper_lost')
    return new DriverError(
      'held_elsewhere',
      `The session in '${folder}' runs already, in a keeper of its own. Attach to it with attachKeeper, or end it first.`,
    )
  return new DriverError(CODES.find((each) => each === code) ?? 'keeper_failed', message)
}
