import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { PICTURED, type ReadingStage } from './reading-stage.ts'

/** Stands in every file and file name that nobody may see. */
export const CANARY = 'canary-8d1f0c'
export const CONTENT = `${CANARY}: content`

export interface Traps {
  /** What would get there if nobody looked. */
  sharp: string[]
  /** What might confuse somebody. */
  odd: string[]
}

/** Puts secrets outside of everything that is open, and links, pipes and devices on the way; gives the paths to try. */
export function layTraps({ outside, claude, project }: ReadingStage): Traps {
  for (const path of ['secret.txt', 'secret.md', `${CANARY}/in.txt`, '.claude/commands/x.md'])
    write(join(outside, path))
  writeFileSync(join(outside, '.claude/settings.json'), JSON.stringify({ model: CONTENT }))
  const copies = join(claude, 'file-history', PICTURED.sessionId)
  for (const folder of [join(claude, 'plans'), join(claude, 'paste-cache'), copies])
    mkdirSync(folder, { recursive: true })
  symlinkSync(join(outside, 'secret.md'), join(claude, 'plans/linked.md'))
  symlinkSync(join(outside, 'secret.txt'), join(claude, 'paste-cache/deadbeefdeadbeef.txt'))
  symlinkSync(join(outside, 'secret.txt'), join(copies, 'deadbeefdeadbeef@v1'))
  symlinkSync(outside, join(project, 'linked-out'))
  symlinkSync(join(outside, 'secret.txt'), join(project, `linked-${CANARY}`))
  // Whoever opens one of these waits for ever, or reads for ever.
  const pipes = [
    'plans/pipe.md',
    'paste-cache/cafecafecafecafe.txt',
    `file-history/${PICTURED.sessionId}/cafecafecafecafe@v1`,
  ]
  execFileSync('mkfifo', [...pipes.map((path) => join(claude, path)), join(project, 'pipe')])
  symlinkSync('/dev/zero', join(claude, 'plans/zero.md'))
  return {
    sharp: [
      ...[outside, join(project, 'linked-out'), `${project}/../../${basename(outside)}`, join(project, 'pipe')],
      ...[
        'linked',
        'pipe',
        'zero',
        'deadbeefdeadbeef',
        'cafecafecafecafe',
        'deadbeefdeadbeef@v1',
        'cafecafecafecafe@v1',
      ],
      `../../../../../../../..${outside}/secret`,
    ],
    odd: [
      ...[
        '..',
        '../..',
        '../settings',
        '..%2fsettings',
        '..\\settings',
        '....//settings',
        '.',
        '~',
        '$HOME',
        '-rf',
        '',
      ],
      ...[
        '/',
        '/etc',
        '/etc/passwd',
        '/proc/self/environ',
        '/dev/zero',
        join(outside, 'secret.txt'),
        `file://${outside}`,
      ],
      ...[
        `${project}-too`,
        `${project}\0`,
        `${project}\0/../..`,
        `${project}/..%2f..`,
        join(project, 'linked-out', CANARY),
      ],
      ...[
        '%2e%2e%2f%2e%2e%2f',
        '%252e%252e%252f',
        '..%c0%af..%c0%af',
        '\u2025/\u2025',
        '\ud800',
        'CON',
        'a'.repeat(5000),
      ],
      ...[`;cat ${outside}/secret.txt`, `\`cat ${outside}/secret.txt\``, 'linked.md', 'pipe.md', '.git/config'],
    ],
  }
}

function write(path: string): void {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, `${CONTENT}\n`)
}

/** What stands outside, to see that nothing was added, changed or taken away. */
export function listOutside({ outside }: ReadingStage): string {
  const entries = readdirSync(outside, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort()
  return paths.map((path) => `${path}: ${readFileSync(path, 'utf8')}`).join('')
}
