import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isObject, parseJson } from './parse-json.ts'
import type { TranscriptLine } from './transcript-line.ts'

/** A folder for one test. */
export class DirectoryForTest {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'quarterdeck-side-')))

  path(name: string): string {
    return join(this.root, name)
  }

  write(name: string, content: string | Buffer | object): string {
    mkdirSync(dirname(this.path(name)), { recursive: true })
    const isRaw = typeof content === 'string' || Buffer.isBuffer(content)
    writeFileSync(this.path(name), isRaw ? content : JSON.stringify(content))
    return this.path(name)
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8')
  }

  /** The lines that can be read, the simple way. */
  readLines(name: string): TranscriptLine[] {
    return this.read(name).split('\n').map(parseJson).filter(isObject)
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true })
  }
}
