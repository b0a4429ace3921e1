import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { ServerError } from '../server-error.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

export interface Page {
  answer(path: string): Response
}

/** Serves the built page from memory: a path is looked up among the files that exist, never joined to a folder. */
export function createPage(folder: string): Page {
  const files = new Map(listFiles(folder).map((path) => [`/${path}`, readFileSync(join(folder, path))]))
  return {
    answer(path) {
      const found = files.has(path) ? path : '/index.html'
      // Only the page's own addresses lead to the page; a missing file is missing.
      if (found !== path && extname(path) !== '') throw new ServerError('not_found', `There is no file '${path}'.`)
      const body = files.get(found)
      if (body === undefined)
        throw new ServerError('not_found', 'The page is not built. Start the server with npm start.')
      const isHashed = found.startsWith('/assets/')
      return new Response(new Uint8Array(body), {
        headers: {
          ...HEADERS,
          'content-type': TYPES[extname(found)] ?? 'application/octet-stream',
          'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
        },
      })
    },
  }
}

function listFiles(folder: string): string[] {
  if (!(statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.startsWith('.') && statSync(join(folder, path)).isFile())
    .map((path) => path.replaceAll('\\', '/'))
}
