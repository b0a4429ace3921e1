import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Each room may import itself and the rooms before it, as the table of README.md says. */
const ROOMS = ['state', 'calls', 'turns', 'lines', 'rows', 'export']
const IMPORT = /^(?:import|export) [^']*? from '(\.[^']+)'/gms

const files = globSync('*/*.ts', { cwd: import.meta.dirname }).filter((file) => !/\.test\.ts$|^recorded\//.test(file))

const toRoom = (path: string) => ROOMS.indexOf(path.split('/')[0] ?? '')

describe('the rooms of the package', () => {
  it('are those of the table in README.md, in its order', () => {
    const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
    const named = [...readme.matchAll(/^\| `(\w+)\/` \|/gm)].map(([, room]) => room)
    expect(named).toEqual([...ROOMS, 'recorded'])
    expect(new Set(files.map((file) => file.split('/')[0]))).toEqual(new Set(ROOMS))
  })

  it('import only rooms that stand before them', () => {
    const wrong = files.flatMap((file) => {
      const text = readFileSync(join(import.meta.dirname, file), 'utf8')
      const targets = [...text.matchAll(IMPORT)].map(([, path = '']) => normalize(join(dirname(file), path)))
      return targets
        .filter((target) => toRoom(target) > toRoom(file) || toRoom(target) < 0)
        .map((to) => `${file} → ${to}`)
    })
    expect(files.length).toBeGreaterThan(60)
    expect(wrong).toEqual([])
  })
})
