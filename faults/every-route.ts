import type { AskingStage } from './asking-stage.ts'

interface Door {
  method: string
  path: string
}

const QUERY = [
  'cwd',
  'path',
  'project',
  'q',
  'branch',
  'tag',
  'tool',
  'before',
  'cursor',
  'tz',
  'since',
  'by',
  'format',
]

/** Where a path or a free text is taken. */
const MAIN = ['cwd', 'path', 'q']

/** Asks every route that only reads, with each of these words in every place that takes one. Gives how often it asked, and what broke. */
export async function askEveryRoute(stage: AskingStage, sessionId: string, words: readonly string[], quick: boolean) {
  const { items } = (await stage.ask('GET', '/api/routes')).json() as { items: Door[] }
  const broken: string[] = []
  let asked = 0
  for (const { path } of items.filter(({ method }) => method === 'GET')) {
    if (/subscribe|\/api\/live|\/bridge/.test(path)) continue
    for (const word of words) {
      const text = encodeURIComponent(word)
      const target = path.replace('/sessions/:id', `/sessions/${sessionId}`).replaceAll(/:\w+/g, text)
      for (const query of ['', ...(quick ? MAIN : QUERY)]) {
        const search = query === '' ? '' : `?${query}=${text}`
        const { status, text: said } = await stage.ask('GET', `${target}${search}`)
        asked++
        if (status >= 500)
          broken.push(`GET ${target}${search} with '${word}' was answered with ${status}: ${said.slice(0, 200)}`)
      }
    }
  }
  return { asked, broken }
}
