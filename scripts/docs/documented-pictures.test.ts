import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../root.ts'
import { findDocumentedPictures } from './documented-pictures.ts'

describe('the pictures of docs/screenshots', () => {
  const kept = globSync('*', { cwd: join(root, 'docs', 'screenshots') }).map((file) => basename(file, '.webp'))

  it('are those that a page of the documents shows with words beside it, and no others', () => {
    expect(kept.sort()).toEqual(findDocumentedPictures(root))
  })

  // A repository keeps every version of every picture for ever.
  it('are 30 at most', () => {
    expect(kept.length).toBeLessThanOrEqual(30)
  })
})
