import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openOutputPipe } from './output-pipe.ts'

const MODULE = JSON.stringify(join(import.meta.dirname, 'output-pipe.ts'))

function run(script: string, env: Record<string, string> = {}): string {
  const flags = ['--input-type=module', '--disable-warning=ExperimentalWarning']
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, '-e', script], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', ...env },
    timeout: 20_000,
  })
  return stdout + stderr
}

describe('openOutputPipe', () => {
  it('gives what one end is told at the other, and its end', async () => {
    const pipe = await openOutputPipe()
    const heard: Buffer[] = []
    if (pipe !== null) pipe.take = (bytes) => heard.push(Buffer.from(bytes))
    pipe?.theirs.end('äöü\n'.repeat(50_000))
    await once(pipe?.ours as NonNullable<typeof pipe>['ours'], 'close')
    expect(Buffer.concat(heard).toString()).toBe('äöü\n'.repeat(50_000))
  })

  it('leaves nothing behind on the disk', () => {
    const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-pipe-'))
    const script = `import { openOutputPipe } from ${MODULE}; const pipe = await openOutputPipe(); console.log(pipe === null ? 'none' : 'open'); pipe.theirs.destroy()`
    expect(run(script, { TMPDIR: folder })).toBe('open\n')
    expect(readdirSync(folder)).toEqual([])
    rmdirSync(folder)
  })

  it('does without where there is no folder for it, or no file can be opened', () => {
    const open = `import { openOutputPipe } from ${MODULE}; console.log(await openOutputPipe())`
    expect(run(open, { TMPDIR: '/no/such/folder' })).toBe('null\n')
    for (const left of [0, 1, 2, 3]) {
      const script = `
        import { closeSync, openSync } from 'node:fs'
        import { openOutputPipe } from ${MODULE}
        const all = []
        try { for (;;) all.push(openSync('/dev/null')) } catch {}
        for (const each of all.splice(0, ${left})) closeSync(each)
        const pipe = await openOutputPipe()
        for (const each of all.splice(0, 10)) closeSync(each)
        console.log(pipe === null ? 'none' : 'open')
        pipe?.theirs.destroy()`
      expect(run(script), `${left} left`).toMatch(/^(none|open)\n$/)
    }
  })
})
