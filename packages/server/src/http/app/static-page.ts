import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { ServerError } from '../../server-error.ts'
import { Answer } from './answer.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

export interface Page {
  answer(path: string): Answer
}

/** What the page has to know before it can ask: where it is, and which server it belongs to. */
export interface PagePlace {
  basePath: string
  instance: string
}

/** Serves the built page from memory: a path is looked up among the files that exist, never joined to a folder. */
export function createPage(folder: string, place: PagePlace): Page {
  const files = new Map(listFiles(folder).map((path) => [`/${path}`, readFileSync(join(folder, path))]))
  const html = files.get('/index.html')
  if (html !== undefined) files.set('/index.html', Buffer.from(toPlacedPage(html.toString('utf8'), place)))
  return {
    answer(path) {
      const found = files.has(path) ? path : '/index.html'
      // Only the page's own addresses lead to the page; a missing file is missing.
      if (found !== path && extname(path) !== '') throw new ServerError('not_found', `There is no file '${path}'.`)
      const body = files.get(found)
      if (body === undefined)
        throw new ServerError('not_found', 'The page is not built. Start the server with npm start.')
      const isHashed = found.startsWith('/assets/')
      return new Answer({
        type: TYPES[extname(found)] ?? 'application/octet-stream',
        body,
        headers: { 'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache' },
      })
    },
  }
}

/** The page is built for any place. Its own addresses go deeper than its files, so these are named from the root on. */
function toPlacedPage(html: string, { basePath, instance }: PagePlace): string {
  return html
    .replaceAll(/(src|href)="\.\//g, `$1="${basePath}/`)
    .replace('name="quarterdeck-base" content=""', `name="quarterdeck-base" content="${basePath}"`)
    .replace('name="quarterdeck-instance" content=""', `name="quarterdeck-instance" content="${instance}"`)
}

function listFiles(folder: string): string[] {
  if (!(statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.startsWith('.') && statSync(join(folder, path)).isFile())
    .map((path) => path.replaceAll('\\', '/'))
}
