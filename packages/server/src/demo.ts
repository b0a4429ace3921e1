import { existsSync, globSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Cli, KeptSession } from '@quarterdeck/driver'
import { writeDemoDirectory } from '@quarterdeck/player'
import { isHeld } from './data-folder.ts'
import { toDemoState } from './demo-state.ts'
import { findProgram } from './find-program.ts'
import type { Execute } from './hub/commands/execute.ts'
import { makePrivateFolder } from './private-file.ts'
import { StartProblem } from './start-problem.ts'

const MARK = '.quarterdeck-demo'

export interface Demo {
  /** The data directory of the scripted agent. */
  claudeDir: string
  /** The folders of its samples. */
  projects: readonly string[]
  /** Where it is kept what is known of its sessions. */
  state: string
  findCli: () => Cli
  /** A first session that says what can be tried. */
  begin(execute: Execute): Promise<void>
  /** Removes the samples and what was known of its sessions; what the server itself kept goes with its data directory. */
  end(): void
}

/** A scripted agent and sample projects in `DATA/demo`: no account, no network, nothing of the user's. */
export async function prepareDemo(data: string): Promise<Demo> {
  const folder = join(data, 'demo')
  const state = toDemoState(data)
  // A folder that an earlier demo left; any other is not ours to remove.
  if (existsSync(folder) && !existsSync(join(folder, MARK)))
    throw new StartProblem(`'${folder}' is not of a demo. Name an empty or a new folder with --data DIR.`)
  await endSessions(state)
  rmSync(folder, { recursive: true, force: true })
  makePrivateFolder(state)
  writeFileSync(join(folder, MARK), 'Made by quarterdeck --demo, and removed by it.\n')
  const { configFolder, projects } = await writeDemoDirectory(folder)
  const player = findProgram('player.js')
  return {
    claudeDir: configFolder,
    projects,
    state,
    findCli: () => ({ path: player, command: process.execPath, args: [player] }),
    async begin(execute) {
      const [cwd] = projects
      const prompt = 'Hello. What can I try here?'
      if (cwd !== undefined) await execute({ kind: 'start', cwd, trust: true, prompt }, { caller: { kind: 'program' } })
    },
    end: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** A demo that was killed could not tidy up: its sessions are ended, and its folder goes. */
export async function sweepDeadDemos(parent = tmpdir()): Promise<void> {
  const folders = globSync('quarterdeck-demo-*/lock', { cwd: parent }).map((lock) => join(parent, lock, '..'))
  for (const folder of folders.filter((each) => !isHeld(each))) {
    await endSessions(toDemoState(folder))
    rmSync(folder, { recursive: true, force: true })
  }
}

async function endSessions(state: string): Promise<void> {
  for (const note of globSync('sessions/*/keeper.json', { cwd: state })) {
    const session = await KeptSession.open(join(state, dirname(note)))
    await session.end({ termAfterMs: 500, killAfterMs: 1000 })
    session.close()
  }
}
