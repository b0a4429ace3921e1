import { readdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import {
  DriverError,
  type FoundCli,
  isAtLeast,
  OLDEST_TESTED,
  readCliVersion,
  readCliWords,
  supports,
  toChildEnv,
} from '@quarterdeck/driver'
import { compareWords, type WordComparison } from './compare-words.ts'
import { readFolder } from './read-folder.ts'
import { readLogin } from './read-login.ts'
import type { DoctorReport, FolderState, LoginState } from './report.ts'

const OLDEST_NODE = '22.18.0'

export interface DoctorPlaces {
  /** The CLI that a session would be started with; throws where there is none. */
  findCli: () => FoundCli
  claudeDir: string
  data: string
  /** With CLAUDE_CONFIG_DIR only where it was named: the CLI keeps its login elsewhere when it is set. */
  env: NodeJS.ProcessEnv
}

/** Looks at everything that a session needs, but for the words of the CLI, which take a while to find. Changes nothing. */
export async function readReport({ findCli, claudeDir, data, env }: DoctorPlaces): Promise<DoctorReport> {
  // Before the CLI is asked anything: it makes its data directory by itself.
  const [dataDirectory, own] = [await readFolder(claudeDir, 'read'), await readFolder(data, 'write')]
  // Not in the folder we are in, nor where others may write: what project settings name there is not ours to run.
  const cwd = own.exists && own.problem === null ? data : homedir()
  const found = await look(findCli, env)
  const login: LoginState =
    found.cli === null || found.version === null
      ? { state: 'unknown', method: null }
      : await readLogin(found.cli, found.version, toChildEnv(env), { claudeDir, cwd })
  const node = { version: process.versions.node, path: process.execPath }
  return {
    node,
    platform: `${process.platform} ${process.arch}`,
    cli: found.cli && toCliFacts(found.cli, found.version),
    login,
    claudeDir: { ...dataDirectory, ...(await countSessions(claudeDir)) },
    data: own,
    problems: [
      ...(isAtLeast(node.version, OLDEST_NODE)
        ? []
        : [`Node ${node.version} is too old: install ${OLDEST_NODE} or newer.`]),
      ...found.problems,
      ...toLoginProblems(login, found),
      ...toFolderProblems(dataDirectory, "The CLI's data directory", '--claude-dir DIR'),
      ...toFolderProblems(own, 'The folder for our own state', '--data DIR'),
    ],
  }
}

interface Found {
  cli: FoundCli | null
  version: string | null
  problems: string[]
}

async function look(findCli: DoctorPlaces['findCli'], env: NodeJS.ProcessEnv): Promise<Found> {
  let cli: FoundCli | null = null
  try {
    cli = findCli()
    return { cli, version: await readCliVersion(cli, env), problems: [] }
  } catch (error) {
    if (!(error instanceof DriverError)) throw error
    return { cli, version: null, problems: [error.message] }
  }
}

function toCliFacts(cli: FoundCli, version: string | null): DoctorReport['cli'] {
  const tested = version !== null && isAtLeast(version, OLDEST_TESTED)
  return { path: cli.path, origin: cli.origin, version, tested }
}

/** A wrapper's own file holds no words, and then there is nothing to compare. */
export async function readProtocol(path: string): Promise<WordComparison | null> {
  const words = await readCliWords(path)
  return words.subtypes.size === 0 ? null : compareWords(words)
}

async function countSessions(claudeDir: string): Promise<{ projects: number; transcripts: number }> {
  const projects = join(claudeDir, 'projects')
  const list = (path: string) => readdir(path, { withFileTypes: true }).catch(() => [])
  const folders = (await list(projects)).filter((entry) => entry.isDirectory())
  let transcripts = 0
  for (const { name } of folders)
    transcripts += (await list(join(projects, name))).filter((entry) => entry.name.endsWith('.jsonl')).length
  return { projects: folders.length, transcripts }
}

function toLoginProblems({ state }: LoginState, { cli, version }: Found): string[] {
  if (state !== 'out' || cli === null) return []
  // A plain 'claude' would be another one, or none.
  const program = cli.origin === 'path' ? 'claude' : [cli.command, ...cli.args].join(' ')
  const how = supports(version, 'authStatus') ? `Run '${program} auth login'` : `Run '${program}' and then /login`
  return [`The CLI is not logged in. ${how}, or set ANTHROPIC_API_KEY.`]
}

function toFolderProblems({ path, problem }: FolderState, what: string, flag: string): string[] {
  return problem === null
    ? []
    : [`${what}, '${path}', cannot be used: ${problem}. Mend it, or name another with ${flag}.`]
}
