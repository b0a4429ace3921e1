import type { CliOrigin } from '@quarterdeck/driver'
import type { WordComparison } from './compare-words.ts'
import type { DoctorReport, FolderState } from './report.ts'

const ORIGINS: Readonly<Record<CliOrigin, string>> = {
  named: 'named by --claude',
  variable: 'named by $QUARTERDECK_CLAUDE',
  path: 'found on PATH',
  local: 'the local install',
  node_modules: 'a copy in node_modules',
}

const WIDTH = 100

/** The report as a page, what is wrong first. */
export function printReport(report: DoctorReport, protocol: WordComparison | null, isVerbose: boolean): string {
  const { node, platform, cli, login, claudeDir, data, problems } = report
  const lines = [
    ...(problems.length === 0 ? ['All is well.'] : problems.map((problem) => `Problem: ${problem}`)),
    '',
    `Node            ${node.version} (${node.path}), ${platform}`,
    `Claude Code     ${toCliText(cli)}`,
    `Login           ${toLoginText(login)}`,
    `Data directory  ${toFolderText(claudeDir)}${claudeDir.exists ? `, ${count(claudeDir.projects, 'project')}, ${count(claudeDir.transcripts, 'session')}` : ''}`,
    `Our own state   ${toFolderText(data)}`,
    ...(protocol === null ? [] : ['', ...toProtocolLines(protocol, isVerbose)]),
  ]
  return `${lines.join('\n')}\n`
}

function toCliText(cli: DoctorReport['cli']): string {
  if (cli === null) return 'not found'
  const version = cli.version ?? 'of unknown version'
  const doubt = cli.version === null || cli.tested ? '' : ', older than what we test'
  return `${version}${doubt} (${cli.path}, ${ORIGINS[cli.origin]})`
}

function toLoginText({ state, method }: DoctorReport['login']): string {
  if (state === 'unknown') return 'cannot be told from here'
  return state === 'out' ? 'not logged in' : `logged in${method === null ? '' : ` (${method})`}`
}

function toFolderText({ path, exists, problem, files, bytes }: FolderState): string {
  if (problem !== null) return `${path}: ${problem}`
  return exists ? `${path}, ${count(files, 'file')}, ${toSize(bytes)}` : `${path}, not there yet`
}

function toProtocolLines(protocol: WordComparison, isVerbose: boolean): string[] {
  const { unknownSubtypes, missingSubtypes, missingTypes, otherTypes, missingFlags, known } = protocol
  const { types, subtypes, flags } = known
  const summary = `Of what we know this CLI has ${types - missingTypes.length} of ${types} types, ${subtypes - missingSubtypes.length} of ${subtypes} subtypes and ${flags - missingFlags.length} of ${flags} flags.`
  if (!isVerbose)
    return [
      summary,
      `It has ${unknownSubtypes.length} subtypes that we do not know; they are passed on as they are. --verbose lists them all.`,
    ]
  return [
    summary,
    ...toList('Subtypes that it has and we do not know; they are passed on as they are', unknownSubtypes),
    `It uses ${otherTypes.length} more words as a type, mostly for other things than messages; --json lists them.`,
    ...toList('Subtypes that it does not have', missingSubtypes),
    ...toList('Types that it does not have', missingTypes),
    ...toList('Flags that it does not have', missingFlags),
  ]
}

function toList(title: string, words: string[]): string[] {
  if (words.length === 0) return []
  const lines = ['']
  for (const word of words) {
    const last = lines.at(-1) as string
    if (last.length + word.length > WIDTH) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return [`${title} (${words.length}):`, ...lines.map((line) => `  ${line}`)]
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}

function toSize(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB']
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`
}
