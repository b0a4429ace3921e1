import type { Roots } from '../../files/roots.ts'
import { ServerError } from '../../server-error.ts'

export interface ProjectGate {
  roots: Roots
  isTrusted(path: string): boolean
}

/** The folder of a project whose files may be read and written here. */
export async function openTrustedProject(cwd: string, { roots, isTrusted }: ProjectGate): Promise<string> {
  const project = await roots.resolve(cwd)
  if (isTrusted(project)) return project
  throw new ServerError(
    'untrusted_folder',
    `'${project}' is new here. Start a session in it with trust: true first, then its files can be read here.`,
  )
}
