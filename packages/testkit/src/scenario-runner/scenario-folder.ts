import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A folder that a scenario writes into and looks at, by paths inside it. */
export class Folder {
  readonly root: string
  /** What the scenario wrote, file by file. */
  readonly written: string[] = []

  constructor(root: string) {
    this.root = root
    mkdirSync(root, { recursive: true })
  }

  path(name: string): string {
    return join(this.root, name)
  }

  make(name: string): void {
    mkdirSync(this.path(name), { recursive: true })
  }

  write(name: string, content: string | object): void {
    mkdirSync(dirname(this.path(name)), { recursive: true })
    const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`
    this.written.push(text)
    writeFileSync(this.path(name), text)
  }

  has(name: string): boolean {
    return existsSync(this.path(name))
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8')
  }

  readLines(name: string): string[] {
    return this.read(name)
      .split('\n')
      .filter((line) => line !== '')
  }

  /** The files that match a pattern, in order. */
  list(pattern: string): string[] {
    return globSync(pattern, { cwd: this.root }).sort()
  }
}
