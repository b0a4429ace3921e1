import type { Refuse } from '@quarterdeck/archive'
import { type Audit, toWho } from '../../audit/audit-entry.ts'
import { toBounded } from '../../audit/to-bounded.ts'
import type { Caller } from '../../gate/caller.ts'
import { sessionFolder } from '../../policy/folders.ts'
import type { PolicyContext } from '../../policy/policy-options.ts'
import { ServerError } from '../../server-error.ts'

export interface FileGuardParts {
  policy: PolicyContext
  audit: Audit
}

/** Who wants what with files, for the judgement and for the record. */
export interface FileWish {
  caller: Caller
  door: 'restore' | 'rewind' | 'upload'
  sessionId?: string
  isDryRun?: boolean | undefined
  /** The sensitive paths that a person was asked about and has agreed to; undefined where nobody was asked. */
  confirm?: readonly string[] | undefined
}

/**
 * Stands before every file that is written for a caller: what is protected is refused, what is sensitive must have been named, and each
 * refusal and each write is recorded. A look at what would be written is judged like the write itself.
 */
export class FileGuard {
  readonly #parts: FileGuardParts
  readonly #wish: FileWish

  constructor(parts: FileGuardParts, wish: FileWish) {
    this.#parts = parts
    this.#wish = wish
  }

  /** The real folder of a project in which files may be written: below the roots, trusted and not protected. */
  assertProject(folder: string): string {
    const { policy } = this.#parts
    const why = sessionFolder(folder, policy)
    if (why !== null) this.fail(folder, `'${folder}' ${why}`)
    const real = policy.toRealFolder(folder) as string
    if (policy.isTrusted(real)) return real
    const message = `'${folder}' is not trusted here. Start a session in it with trust: true first`
    this.#noteRefusal({ what: folder, message })
    throw new ServerError('untrusted_folder', `${message}.`, { details: { folder } })
  }

  readonly refuse: Refuse = (path) => {
    const found = this.#parts.policy.classify(path)
    return found.kind === 'protected' ? `${found.why}: it is neither read nor written from here` : null
  }

  /** By any of the names that a file has: as it was noted, and where that leads. */
  isSensitive(...names: readonly string[]): boolean {
    return names.some((name) => this.#parts.policy.classify(name).kind === 'sensitive')
  }

  isConfirmed(...names: readonly string[]): boolean {
    return names.some((name) => this.#wish.confirm?.includes(name))
  }

  get hasAsked(): boolean {
    return this.#wish.confirm !== undefined
  }

  fail(what: string, reason: string): never {
    this.#noteRefusal({ what, message: reason })
    throw new ServerError('not_allowed', `${reason}.`, { details: { what } })
  }

  /** Nothing was done: a person has to be asked about each of them by name. */
  ask(paths: readonly string[]): never {
    const message = `${paths.map((path) => `'${path}'`).join(', ')} ${paths.length === 1 ? 'is' : 'are'} obeyed by programs without asking. Nothing was done; send "confirm" with the path of each that is to be put back.`
    this.#noteRefusal({ what: paths[0], paths, message: 'needs confirmation by name' })
    throw new ServerError('needs_confirmation', message, { details: { paths } })
  }

  /** Files that are left alone while the rest is done. */
  noteLeft(files: readonly { path: string; reason: string }[]): void {
    if (files.length === 0) return
    this.#noteRefusal({ what: files[0]?.path, paths: files.map(({ path }) => path), message: files[0]?.reason })
  }

  /** Before it is done: what cannot be written down is not done. */
  note(facts: Readonly<Record<string, unknown>>): void {
    this.#write(this.#wish.door, facts)
  }

  #noteRefusal(facts: Readonly<Record<string, unknown>>): void {
    this.#write('refusal', { door: this.#wish.door, ...facts })
  }

  #write(event: string, facts: Readonly<Record<string, unknown>>): void {
    const { caller, sessionId, isDryRun } = this.#wish
    const bounded = Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, toBounded(fact)]))
    const about = { ...(sessionId && { sessionId }), ...(isDryRun && { dryRun: true }) }
    this.#parts.audit.write({ event, ...toWho(caller), ...about, ...bounded })
  }
}
