import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The pictures of `docs/screenshots` that a page of the documents shows, by name and without their ending. */
export function findDocumentedPictures(root: string): string[] {
  const pages = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md'], { cwd: root })
  const shown = pages.flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8')
    // With words for who cannot see it.
    return [...text.matchAll(/!\[[^\]]+\]\([^)]*\bscreenshots\/([\w-]+)\.webp\)/g)].map(([, name = '']) => name)
  })
  return [...new Set(shown)].sort()
}
