import { homedir, hostname, release } from 'node:os'
import { dirname, join } from 'node:path'
import type { ScenarioCli } from '../scenario-runner/scenario-cli.ts'

/** Words of this machine, and what stands for them in a recording. Longer ones go first, because they may hold shorter ones. */
export type Machine = readonly (readonly [from: string, to: string])[]

const REPOSITORY = join(import.meta.dirname, '..', '..', '..', '..')

export function toMachine(cli: Pick<ScenarioCli, 'home' | 'model'>): Machine {
  const home = cli.home.root
  const uid = process.getuid?.() ?? 0
  const words: [string, string][] = [
    [join(home, 'tmp', `claude-${uid}`), '/tmp/claude-1000'],
    [join(home, 'tmp'), '/tmp'],
    [home, '/home/user'],
    [toFolderName(join(home, 'tmp')), '-tmp'],
    [toFolderName(home), '-home-user'],
    [`/tmp/claude-${uid}/`, '/tmp/claude-1000/'],
    [process.execPath, '/usr/bin/node'],
    [dirname(process.execPath), '/usr/bin'],
    [REPOSITORY, '/home/user/quarterdeck'],
    [toFolderName(REPOSITORY), '-home-user-quarterdeck'],
    [homedir(), '/home/user'],
    [hostname(), 'host'],
    [release(), '6.0.0-generic'],
    [cli.model.url, 'http://127.0.0.1:8080'],
    [new URL(cli.model.url).host, '127.0.0.1:8080'],
  ]
  // A word that is short or common, such as a host called "node", would be found where nobody meant it.
  return words.filter(([from]) => from.length > 5).sort(([a], [b]) => b.length - a.length)
}

/** How the CLI names the folder of a project. */
function toFolderName(path: string): string {
  return path.replace(/[^A-Za-z0-9]/g, '-')
}

export function withoutMachine(text: string, machine: Machine): string {
  return machine.reduce((cleaned, [from, to]) => cleaned.replaceAll(from, to), text)
}
