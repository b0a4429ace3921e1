import { createRandom } from '@quarterdeck/testkit'
import type { Row } from '../../../scripts/rows.ts'
import { CANARY, CONTENT, layTraps, listOutside, type Traps } from '../../path-traps.ts'
import { PICTURED, ReadingStage } from '../../reading-stage.ts'

/** A request that is not answered for so long hangs. */
const HANG_MS = 10_000
const AT_ONCE = 8

interface Parameter {
  name: string
  in: string
}

interface Described {
  paths: Record<string, Record<string, { parameters?: Parameter[]; requestBody?: unknown }>>
}

interface Attack {
  method: string
  /** Byte for byte, as it goes over the wire. */
  path: string
  body?: string
  /** Every share has all of these. */
  isSharp: boolean
}

export interface PathFindings {
  requests: number
  leaks: string[]
  hangs: string[]
  /** Answers that say that something went wrong inside. */
  crashes: string[]
}

/** Every route that names a file is given names that lead elsewhere; the routes are those of the server's own description. */
export async function fuzzPaths(
  stage: ReadingStage,
  { seed, count }: { seed: number; count: number },
): Promise<PathFindings> {
  const traps = layTraps(stage)
  const before = listOutside(stage)
  const { paths } = await stage.json<Described>('/api/openapi.json')
  const attacks = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([name, { parameters = [], requestBody }]) => {
      const method = name.toUpperCase()
      const bodies = requestBody === undefined ? [] : toBodyAttacks(stage, path, method, traps)
      return [...toPathAttacks(stage, path, method, parameters, traps), ...bodies]
    }),
  )
  const random = createRandom(seed)
  const ordered = attacks
    .map((attack) => ({ attack, order: attack.isSharp ? -1 : random() }))
    .sort((one, other) => one.order - other.order)
  const queue = ordered.map(({ attack }) => attack).slice(0, attacks.filter(({ isSharp }) => isSharp).length + count)
  const found: PathFindings = { requests: queue.length, leaks: [], hangs: [], crashes: [] }
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let attack = queue.pop(); attack !== undefined; attack = queue.pop()) await strike(stage, attack, found)
    }),
  )
  if (listOutside(stage) !== before) found.leaks.push('Something was written outside.')
  return found
}

async function strike(stage: ReadingStage, { method, path, body }: Attack, found: PathFindings): Promise<void> {
  const name = `${method} ${path}${body === undefined ? '' : ` ${body.slice(0, 200)}`}`
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), HANG_MS)
  const headers = body === undefined ? {} : { 'content-type': 'application/json' }
  const asked = stage.askPlainly(path, headers, method, body).catch((error: Error) => error)
  const answer = await Promise.race([asked, late])
  clearTimeout(timer)
  if (answer === null) found.hangs.push(name)
  else if (answer instanceof Error) found.crashes.push(`${name}: ${answer.message}`)
  else if (isLeak(answer.body, path, body)) found.leaks.push(name)
  else if (answer.status >= 500 && answer.status !== 507) found.crashes.push(`${name}: ${answer.status}`)
}

/** Who names the canary sees its name again; what stands in its files nobody may see. */
function isLeak(answer: Buffer, path: string, body: string | undefined): boolean {
  return `${path}${body ?? ''}`.includes(CANARY) ? answer.includes(CONTENT) : answer.includes(CANARY)
}

/** As the wire may carry them: encoded as they should be, twice, with slashes as they are, with dots that are not. */
function toEncodings(text: string): [string, ...string[]] {
  const once = encodeURIComponent(text.toWellFormed())
  return [once, encodeURIComponent(once), once.replaceAll('%2F', '/'), once.replaceAll('.', '%2e')]
}

function toPathAttacks(
  stage: ReadingStage,
  path: string,
  method: string,
  parameters: readonly Parameter[],
  { sharp, odd }: Traps,
): Attack[] {
  // What is not under attack is right, so that the attack gets as far as it can.
  const right: Record<string, string> = { ...PICTURED, id: PICTURED.sessionId, index: '0', cwd: stage.project, q: 'e' }
  const queries = parameters.filter((one) => one.in === 'query' && right[one.name] !== undefined)
  const toAttack = ({ name, in: place }: Parameter, value: string, isSharp: boolean): Attack => {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, part: string) =>
      part === name && place === 'path' ? value : encodeURIComponent(right[part] ?? 'x'),
    )
    const others = queries.filter((one) => one.name !== name)
    const query = [
      ...others.map((one) => `${one.name}=${encodeURIComponent(right[one.name] ?? '')}`),
      ...(place === 'path' ? [] : [`${name}=${value}`]),
    ].join('&')
    return {
      method,
      path: query === '' ? filled : `${filled}?${query}`,
      isSharp,
      ...(method !== 'GET' && { body: '{}' }),
    }
  }
  const attacked = parameters.filter(({ name }) => name !== 'limit' && name !== 'cursor')
  return attacked.flatMap((parameter) => [
    ...sharp.map((payload) => toAttack(parameter, toEncodings(payload)[0], method === 'GET')),
    ...sharp.flatMap((payload) => toEncodings(payload).slice(1)).map((value) => toAttack(parameter, value, false)),
    ...odd.flatMap(toEncodings).map((value) => toAttack(parameter, value, false)),
  ])
}

/** Fields of bodies that name files. Nothing of this starts a process: that has a row of its own. */
function toBodyAttacks({ project }: ReadingStage, path: string, method: string, { sharp, odd }: Traps): Attack[] {
  const upload = { name: 'x', data: 'aGVsbG8K' }
  const bodies: Record<string, (payload: string) => object[]> = {
    '/api/uploads': (payload) => [
      { ...upload, name: payload },
      { ...upload, name: payload, cwd: project },
      { ...upload, cwd: payload },
      { ...upload, cwd: project, folder: payload },
    ],
    '/api/claude/memory': (payload) => [
      { kind: 'project', cwd: payload, content: 'x', knownSha256: null },
      { kind: payload, cwd: project, content: 'x', knownSha256: null },
    ],
    '/api/claude/sessions/{id}/file-history/{name}/restore': (to) => [{ to }, { to, dryRun: true }],
  }
  const at = path.replace('{id}', PICTURED.sessionId).replace('{name}', 'toolu_1@before')
  return [...sharp, ...odd].flatMap((payload) =>
    (bodies[path]?.(payload.toWellFormed()) ?? []).map((body) => {
      return { method, path: at, body: JSON.stringify(body), isSharp: sharp.includes(payload) }
    }),
  )
}

export default {
  id: 'S5',
  title: 'Paths that lead elsewhere, on every route that names a file',
  async run({ seed, quick }) {
    const stage = await ReadingStage.set({ sessions: 12, bytes: 800_000, seed })
    try {
      const found = await fuzzPaths(stage, { seed, count: quick ? 500 : Number.MAX_SAFE_INTEGER })
      const { requests, leaks, hangs, crashes } = found
      const isAlive = (await stage.ask('/api/health')).ok
      const first = [...leaks, ...hangs, ...crashes][0]?.slice(0, 300)
      return {
        passed: isAlive && first === undefined,
        bar: 'nothing outside the roots, no hang',
        found: `${requests} requests, ${leaks.length} leaks, ${hangs.length} hangs, ${crashes.length} crashes${first === undefined ? '' : `: ${first}`}`,
        figures: { requests, leaks: leaks.length, hangs: hangs.length, crashes: crashes.length },
      }
    } finally {
      await stage.clear()
    }
  },
} satisfies Row
