import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom } from '@quarterdeck/testkit'
import type { Row } from '../../scripts/rows.ts'
import { PICTURED, ReadingStage } from '../reading-stage.ts'

/** Stands in every file and file name that nobody may see. */
const CANARY = 'canary-8d1f0c'
const CONTENT = `${CANARY}: content`
/** A request that is not answered for so long hangs. */
const HANG_MS = 10_000
const AT_ONCE = 8

interface Described {
  paths: Record<string, Record<string, { parameters?: { name: string; in: string }[]; requestBody?: unknown }>>
}

interface Attack {
  method: string
  /** Byte for byte, as it goes over the wire. */
  path: string
  body?: string
}

export interface PathFindings {
  requests: number
  routes: number
  leaks: string[]
  hangs: string[]
  /** Answers that say that something went wrong inside. */
  crashes: string[]
}

/** Every route that names a file is given names that lead elsewhere; the routes are taken from the server's own description. */
export async function fuzzPaths(
  stage: ReadingStage,
  { seed, count }: { seed: number; count: number },
): Promise<PathFindings> {
  const payloads = layTraps(stage)
  const before = listOutside(stage)
  const { paths } = await stage.json<Described>('/api/openapi.json')
  const attacks = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], requestBody }]) => [
      ...toPathAttacks(stage, path, method.toUpperCase(), parameters, payloads),
      ...(requestBody === undefined ? [] : toBodyAttacks(stage, path, method.toUpperCase(), payloads)),
    ]),
  )
  const random = createRandom(seed)
  const chosen = attacks.map((attack) => ({ attack, order: random() })).sort((one, other) => one.order - other.order)
  const found: PathFindings = { requests: 0, routes: 0, leaks: [], hangs: [], crashes: [] }
  const routes = new Set<string>()
  const queue = chosen.slice(0, count).map(({ attack }) => attack)
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let attack = queue.pop(); attack !== undefined; attack = queue.pop()) {
        found.requests++
        routes.add(attack.path.split('?')[0]?.split('/').slice(0, 4).join('/') ?? '')
        await strike(stage, attack, found)
      }
    }),
  )
  found.routes = routes.size
  const after = listOutside(stage)
  if (after !== before) found.leaks.push(`Written outside: ${after}`)
  return found
}

async function strike(stage: ReadingStage, { method, path, body }: Attack, found: PathFindings): Promise<void> {
  const name = `${method} ${path}${body === undefined ? '' : ` ${body.slice(0, 200)}`}`
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), HANG_MS)
  const headers = body === undefined ? {} : { 'content-type': 'application/json' }
  const answer = await Promise.race([
    stage.askPlainly(path, headers, method, body).catch((error: Error) => error),
    late,
  ])
  clearTimeout(timer)
  if (answer === null) found.hangs.push(name)
  // A path that no client of HTTP lets out did not reach the server.
  else if (answer instanceof Error) {
    if (!('code' in answer) || answer.code !== 'ERR_UNESCAPED_CHARACTERS')
      found.crashes.push(`${name}: ${answer.message}`)
  } else if (isLeak(answer.body, path, body)) found.leaks.push(name)
  else if (answer.status >= 500 && answer.status !== 507) found.crashes.push(`${name}: ${answer.status}`)
}

/** What stands there, to see that nothing was added, changed or taken away. */
function listOutside({ outside }: ReadingStage): string {
  const entries = readdirSync(outside, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return entries
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path} ${readFileSync(path, 'utf8')}`)
    .sort()
    .join()
}

/** Who names the canary sees its name again; what stands in its files nobody may see. */
function isLeak(answer: Buffer, path: string, body: string | undefined): boolean {
  return `${path}${body ?? ''}`.includes(CANARY) ? answer.includes(CONTENT) : answer.includes(CANARY)
}

/** Secrets outside of everything that is open, and ways that seem to lead to them. */
function layTraps(stage: ReadingStage): string[] {
  const { outside, claude, project } = stage
  mkdirSync(join(outside, CANARY), { recursive: true })
  const secret = `${CONTENT}\n`
  for (const path of ['secret.txt', 'secret.md', 'settings.json', `${CANARY}/in.txt`])
    writeFileSync(join(outside, path), secret)
  mkdirSync(join(outside, '.claude/commands'), { recursive: true })
  writeFileSync(join(outside, '.claude/settings.json'), JSON.stringify({ model: CONTENT }))
  writeFileSync(join(outside, '.claude/commands/x.md'), secret)
  // A sibling whose name begins like the project's.
  mkdirSync(`${project}-too/${CANARY}`, { recursive: true })
  const { sessionId } = PICTURED
  for (const folder of ['plans', 'paste-cache', 'debug', `file-history/${sessionId}`, 'todos'])
    mkdirSync(join(claude, folder), { recursive: true })
  const links: [string, string][] = [
    [join(outside, 'secret.md'), join(claude, 'plans/linked.md')],
    [join(outside, 'secret.txt'), join(claude, 'paste-cache/deadbeefdeadbeef.txt')],
    [join(outside, 'secret.txt'), join(claude, `file-history/${sessionId}/deadbeefdeadbeef@v1`)],
    [outside, join(project, 'linked-out')],
    [join(outside, 'secret.txt'), join(project, `linked-${CANARY}`)],
  ]
  for (const [target, path] of links) symlinkSync(target, path)
  // Whoever opens one of these waits for ever, or reads for ever.
  for (const path of [
    'plans/pipe.md',
    'paste-cache/cafecafecafecafe.txt',
    `file-history/${sessionId}/cafecafecafecafe@v1`,
  ])
    execFileSync('mkfifo', [join(claude, path)])
  symlinkSync('/dev/zero', join(claude, 'plans/zero.md'))
  execFileSync('mkfifo', [join(project, 'pipe')])
  return [
    ...[
      '..',
      '../..',
      '../../..',
      `../../../../../../../..${outside}`,
      `${project}/../../${outside.split('/').at(-1)}`,
    ],
    ...[
      outside,
      join(outside, 'secret.txt'),
      join(project, 'linked-out'),
      join(project, 'linked-out', CANARY),
      `${project}-too`,
    ],
    ...[
      `${project}/..%2f..`,
      `${project}\0`,
      `${project}\0/../..`,
      '/',
      '/etc',
      '/etc/passwd',
      '/proc/self/environ',
      '/dev/zero',
    ],
    ...['linked', 'linked.md', 'pipe', 'zero', 'pipe.md', 'deadbeefdeadbeef', 'cafecafecafecafe'],
    ...[
      'deadbeefdeadbeef@v1',
      'cafecafecafecafe@v1',
      '../settings',
      '..%2fsettings',
      '..\\settings',
      '....//settings',
      '.',
      '',
    ],
    ...[
      join(project, 'pipe'),
      join(claude, 'plans'),
      `file://${outside}`,
      '~',
      '$HOME',
      '-rf',
      `;cat ${outside}/secret.txt`,
      `\`cat ${outside}/secret.txt\``,
    ],
    ...[
      '%2e%2e%2f%2e%2e%2f',
      '%252e%252e%252f',
      '..%c0%af..%c0%af',
      '\u2025/\u2025',
      'a'.repeat(5000),
      '\ud800',
      'CON',
      '.git/config',
    ],
  ]
}

/** As the wire may carry them: encoded once, twice, only where it must be, or as it is. */
function toEncodings(text: string): string[] {
  const once = encodeURIComponent(text.toWellFormed())
  return [
    ...new Set([
      once,
      encodeURIComponent(once),
      once.replaceAll('%2F', '/'),
      once.replaceAll('.', '%2e'),
      encodeURI(text.toWellFormed()),
    ]),
  ]
}

function toPathAttacks(
  stage: ReadingStage,
  path: string,
  method: string,
  parameters: { name: string; in: string }[],
  payloads: readonly string[],
): Attack[] {
  const isSafe = (name: string) => name === 'limit' || name === 'cursor'
  // What is not under attack is right, so that the attack gets as far as it can.
  const fill = (name: string) =>
    name === 'id' ? PICTURED.sessionId : name === 'uuid' ? PICTURED.uuid : name === 'index' ? '0' : 'x'
  const fillPath = (except: string, value: string) =>
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === except ? value : encodeURIComponent(fill(name))))
  const right: Record<string, string> = { cwd: stage.project, q: 'e' }
  return parameters
    .filter(({ name }) => !isSafe(name))
    .flatMap(({ name, in: place }) =>
      payloads.flatMap(toEncodings).map((value) => {
        if (place === 'path')
          return { method, path: fillPath(name, value), ...(method === 'GET' ? {} : { body: '{}' }) }
        const others = parameters.filter(
          (one) => one.in === 'query' && one.name !== name && right[one.name] !== undefined,
        )
        const query = [
          `${name}=${value}`,
          ...others.map((one) => `${one.name}=${encodeURIComponent(right[one.name] ?? '')}`),
        ]
        return { method, path: `${fillPath('', '')}?${query.join('&')}` }
      }),
    )
}

/** Fields of bodies that name files. Nothing of this starts a process: that has a row of its own. */
function toBodyAttacks(stage: ReadingStage, path: string, method: string, payloads: readonly string[]): Attack[] {
  const at = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'id' ? PICTURED.sessionId : 'x'))
  const bodies: Record<string, (payload: string) => object[]> = {
    '/api/uploads': (payload) => [
      { name: payload || '.', data: 'aGVsbG8K' },
      { name: 'x', data: 'aGVsbG8K', cwd: payload },
      { name: 'x', data: 'aGVsbG8K', cwd: stage.project, folder: payload },
      { name: payload || '.', data: 'aGVsbG8K', cwd: stage.project },
    ],
    '/api/claude/sessions/{id}/file-history/{name}/restore': (payload) => [
      { to: payload },
      { to: payload, dryRun: true },
    ],
  }
  return payloads.flatMap((payload) =>
    (bodies[path]?.(payload.toWellFormed()) ?? []).map((body) => ({ method, path: at, body: JSON.stringify(body) })),
  )
}

export default {
  id: 'S5',
  title: 'Paths that lead elsewhere, on every route that names a file',
  async run({ seed, quick }) {
    const stage = await ReadingStage.set({ sessions: 12, bytes: 800_000, seed })
    try {
      const found = await fuzzPaths(stage, { seed, count: quick ? 1500 : Number.POSITIVE_INFINITY })
      const { requests, leaks, hangs, crashes } = found
      const isAlive = (await stage.ask('/api/health')).ok
      const first = [...leaks, ...hangs, ...crashes][0]
      return {
        passed: isAlive && leaks.length + hangs.length + crashes.length === 0,
        bar: 'nothing outside the roots, no hang',
        found: `${requests} requests, ${leaks.length} leaks, ${hangs.length} hangs, ${crashes.length} crashes${first === undefined ? '' : `: ${first.slice(0, 300)}`}`,
        figures: { requests, leaks: leaks.length, hangs: hangs.length, crashes: crashes.length },
      }
    } finally {
      await stage.clear()
    }
  },
} satisfies Row
