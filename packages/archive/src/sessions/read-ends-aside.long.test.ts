import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeDataDirectory } from '@quarterdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WorkerPool } from '../index/worker-pool.ts'
import { Catalogue } from './catalogue.ts'
import { readEndsAside } from './read-ends-aside.ts'

const WORKERS = 2
let folder: string
let root: string
let pool: WorkerPool

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'archive-aside-'))
  root = join(folder, 'claude')
  await writeDataDirectory(root, { seed: 3, sessions: 180, projects: 4, bytes: 2_000_000 })
  const url = new URL('../worker.ts', import.meta.url)
  pool = new WorkerPool({ url, folder: join(folder, 'data'), size: WORKERS })
})
afterEach(async () => {
  await pool.close()
  rmSync(folder, { recursive: true, force: true })
})

function openCatalogue(): Catalogue {
  const catalogue = new Catalogue([root])
  catalogue.refresh()
  return catalogue
}

describe('readEndsAside', () => {
  it('reads of all but the newest what the list would read', async () => {
    const [catalogue, list] = [openCatalogue(), openCatalogue()]
    const older = list.sessions().slice(50)
    const expected = older.map((file) => list.factsOf(file))
    await readEndsAside(catalogue, pool, WORKERS, () => false)
    // Whoever had to look into the files now would find none.
    renameSync(root, `${root}-gone`)
    expect(older.length).toBeGreaterThan(100)
    expect(older.map((file) => catalogue.factsOf(file))).toEqual(expected)
    expect(catalogue.factsOf(list.sessions()[0] as (typeof older)[0])).toEqual({})
  })

  it('ends when the list is there, and when there is nobody to read', async () => {
    let asked = 0
    await readEndsAside(openCatalogue(), pool, WORKERS, () => ++asked > WORKERS)
    expect(asked).toBe(2 * WORKERS)
    await pool.close()
    await readEndsAside(openCatalogue(), pool, WORKERS, () => false)
  })
})
