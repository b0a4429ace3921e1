import { realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Classify } from '../policy/create-classify.ts'
import { ServerError } from '../server-error.ts'
import { isBelow } from './is-below.ts'

export interface RootsOptions {
  /** `--root`; where none is named, the home folder and every folder that is known as a project. */
  named: readonly string[]
  home: string
  known(): Promise<readonly string[]> | readonly string[]
  classify: Classify
}

/** The folders that may be looked into. */
export interface Roots {
  list(): Promise<string[]>
  /** The real path of a folder below one of them; throws where it is none. */
  resolve(path: string): Promise<string>
}

export function createRoots({ named, home, known, classify }: RootsOptions): Roots {
  async function list(): Promise<string[]> {
    const wanted = named.length > 0 ? named : [home, ...(await known())]
    const real = await Promise.all(wanted.map((path) => realpath(path).catch(() => null)))
    return [...new Set(real.filter((path) => path !== null))]
  }
  return {
    list,
    async resolve(path) {
      const real = await realpath(path).catch(() => null)
      const roots = await list()
      // Of what is outside, a caller does not even learn whether it is there.
      if (!roots.some((root) => isBelow(real ?? resolve(path), root)))
        throw new ServerError(
          'not_allowed',
          `'${path}' is not below a folder that is open here. Choose one below ${toWords(roots)}, or start the server with --root DIR.`,
        )
      const [found] = [path, real ?? path].map(classify).filter(({ kind }) => kind === 'protected')
      if (found?.kind === 'protected')
        throw new ServerError('not_allowed', `'${path}' ${found.why}: it is not looked into from here.`)
      if (real === null) throw new ServerError('not_found', `There is no folder '${path}'.`)
      if (!(await stat(real)).isDirectory())
        throw new ServerError('bad_request', `'${path}' is a file. Name the folder it is in.`)
      return real
    },
  }
}

function toWords(roots: readonly string[]): string {
  const [first = 'one of them', ...rest] = roots
  return rest.length === 0 ? `'${first}'` : `'${first}' or a project`
}
