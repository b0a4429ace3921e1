import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root as clone } from '../scripts/root.ts'

export interface LargeSession {
  items: number
  bytes: number
  peakMb: number
  firstPageMs: number
  pageMs: number
  wholeMs: number
  firstByteMs: number
}

/** Opens a session in a process of its own, from a bundle as users run one: sources take 40 MB more, for the compiler. */
export async function openLargeSession(root: string, data: string, sessionId: string): Promise<LargeSession> {
  const outDir = mkdtempSync(join(tmpdir(), 'quarterdeck-bundle-'))
  try {
    const { build } = await import('vite')
    await build({
      configFile: false,
      logLevel: 'error',
      root: clone,
      ssr: { noExternal: true },
      build: {
        ssr: join(clone, 'bench/open-large-session.ts'),
        outDir,
        rolldownOptions: { output: { entryFileNames: 'program.mjs' } },
      },
    })
    const args = [join(outDir, 'program.mjs'), root, data, sessionId]
    return JSON.parse(execFileSync(process.execPath, args).toString()) as LargeSession
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}
