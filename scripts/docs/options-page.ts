import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FLAG_TABLE, INITIALIZE_TABLE, type InitializeRow, OTHER_OPTIONS } from '@quarterdeck/driver'
import { root } from '../root.ts'

const SOURCE = join(root, 'packages/driver/src')
const EXAMPLE = join(root, 'packages/driver/examples/launch.ts')

/** `docs/driver-options.md`, written from the tables so that it cannot differ from them. */
export function toOptionsPage(): string {
  const options = readFields('cli/session-options.ts', 'SessionOptions')
  return `# What a session can be started with

Written from the tables of \`packages/driver\` by \`npm run docs\`.

A host takes \`startSession\` ([driver.md](driver.md)), which has these options, but for two that say so, and those [below](#only-for-startsession). What it does with them, done by hand:

\`\`\`ts
${readFileSync(EXAMPLE, 'utf8')}\`\`\`

\`toLaunch\` is pure. It throws a \`DriverError\` with the code \`bad_option\` for options that contradict each other and for values that no program can be given
(over 128 KiB, or with a NUL); \`unsupported\` names the options that this version of the CLI does not have, which are left out. A flag in doubt is left out too,
because the CLI ends at an unknown one: between the versions that we have tried, \`flags: (await readCliWords(cli.path)).flags\` says what the installed program really has.

- **A value is never taken for a flag**: each is joined to its flag with \`=\`, and where there are several each gets a flag of its own.
- **The mode** is \`default\` unless another is asked for or the settings name one, so that a person is asked also where an account defaults to a mode that
  asks nobody. A file that names \`bypassPermissions\` counts only with \`allowBypass\`.
- **No transcript is deleted**: the CLI is told \`cleanupPeriodDays: 99999\` beside your \`settings\`, since at its start it would delete the old sessions of all projects. Left alone are a number of your own, a user's 0
  (give \`cleanupDays: readCleanupDays(…)\`; \`startSession\` does) and settings that are a path: put the number into that file. Why: [decision 42](decisions/0042-history-does-not-vanish.md).
- **The environment** is ours, less everything that begins with \`QUARTERDECK_\` (but \`QUARTERDECK_PLAYER_\`, which is for the fake CLI of tests), \`NODE_OPTIONS\`, what npm sets
  for what it runs, and what another CLI session left for its commands.
- **Arguments can be read by every user of the machine.** Prompts to append, agents and schemas go over the wire; settings or MCP servers with secrets in
  them are better named as files.

## Options

| option | type | is | goes to | since |
|---|---|---|---|---|
${options.map(toRow).join('\n')}

## Only for startSession

| option | type | is |
|---|---|---|
${readStartOptions().map(toStartRow).join('\n')}

A handler that gives nothing back leaves the request open, to be answered by its id: [driver.md](driver.md#decide-what-it-may-do).

## Sent with every session

${listAlways()}
In the environment: \`CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS=1\`, and the marker \`QUARTERDECK_SESSION\`, by which all that the session has started is found and ended with it.

## Never sent

${listNever()}`
}

interface OptionText {
  name: string
  type: string
  text: string
}

/** The fields of an interface with their types and comments, as they stand in the source. */
function readFields(file: string, name: string): OptionText[] {
  const [, behind = ''] = readFileSync(join(SOURCE, file), 'utf8').split(
    new RegExp(`export interface ${name}\\b.* {\n`),
  )
  const [body = ''] = behind.split('\n}')
  const found = [...`${body}\n`.matchAll(/(?: {2}\/\*\* (.+) \*\/\n)? {2}(\w+)\??(: |(?=\())(.+)\n/g)]
  return found.map(([, text = '', name = '', sign, type = '']) => ({
    name,
    type: sign === '' ? type.replace('): ', ') => ') : type,
    text,
  }))
}

function readStartOptions(): OptionText[] {
  const file = 'session/start-session.ts'
  const keeper = readFields(file, 'KeeperChoice').map((field) => ({ ...field, name: `keeper.${field.name}` }))
  return [...readFields('host/handlers.ts', 'Handlers'), ...readFields(file, 'StartOptions'), ...keeper]
}

function toStartRow({ name, type, text }: OptionText): string {
  return `| \`${name}\` | \`${type.replaceAll('|', '\\|')}\` | ${text} |`
}

function toRow({ name, type, text }: OptionText): string {
  const cells = [`\`${name}\``, `\`${type}\``, text, toPlace(name), toSince(name)]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function findFlag(name: string) {
  return Object.entries(FLAG_TABLE).find(([, row]) => 'option' in row && row.option === name)
}

function findField(name: string): InitializeRow | undefined {
  return (INITIALIZE_TABLE as Record<string, InitializeRow>)[name]
}

function toPlace(name: string): string {
  const [field, flag] = [findField(name), findFlag(name)]
  const instead = flag === undefined ? '' : `, in the place of \`${flag[0]}\``
  if (field !== undefined) return `\`initialize.${name}\`${field.byDefault ? ', on unless `false`' : ''}${instead}`
  if (flag !== undefined) return `\`${flag[0]}\``
  return (OTHER_OPTIONS as Record<string, string>)[name] ?? ''
}

function toSince(name: string): string {
  const row = findFlag(name)?.[1]
  return findField(name)?.since ?? (row !== undefined && 'since' in row ? (row.since ?? '') : '')
}

function listAlways(): string {
  const rows = Object.entries(FLAG_TABLE).flatMap(([flag, row]) => {
    if (row.kind !== 'always') return []
    const since = row.since === undefined ? '' : ` (since ${row.since})`
    return [`- \`${flag}${row.value === undefined ? '' : `=${row.value}`}\`${since}\n`]
  })
  return rows.join('')
}

function listNever(): string {
  return Object.entries(FLAG_TABLE)
    .flatMap(([flag, row]) => (row.kind === 'never' ? [`- \`${flag}\`: ${row.why}\n`] : []))
    .join('')
}
