import { randomUUID } from 'node:crypto'
import { isAbsolute } from 'node:path'
import type { CommandResult, SessionCommand } from '@quarterdeck/contract'
import type { Command, Receipt } from '@quarterdeck/driver'
import { type Audit, type AuditEntry, toWho } from '../../audit/audit-entry.ts'
import { toBounded } from '../../audit/to-bounded.ts'
import type { Caller } from '../../gate/caller.ts'
import { CONTROL_TABLE } from '../../policy/control-table.ts'
import { findMistake } from '../../policy/find-mistake.ts'
import { judge, type Wish } from '../../policy/judge.ts'
import type { PolicyContext } from '../../policy/policy-options.ts'
import { toSessionOptions } from '../../policy/to-session-options.ts'
import { ServerError } from '../../server-error.ts'
import { hasTurnEnded } from '../live/has-turn-ended.ts'
import { toHeldElsewhere } from '../start/to-held-elsewhere.ts'
import type { TrustedFolders } from '../start/trusted-folders.ts'
import type { CommandableHub, CommandableSession, Sender } from './commandable.ts'
import { control } from './control.ts'
import { decide } from './decide.ts'
import { FileGuard } from './file-guard.ts'
import type { Receipts } from './receipts.ts'
import { rewindByCli } from './rewind-by-cli.ts'
import type { SentPrompts } from './sent-prompts.ts'
import { toRefusal } from './to-refusal.ts'

export interface Given {
  caller: Caller
  /** Of the caller's own making: what is sent again with it is done once. */
  commandId?: string | undefined
}

/** Does what is wanted, whichever door it came by, and gives what is to be answered. */
export type Execute = (command: SessionCommand, given: Given) => Promise<unknown>

/** The same, for a caller that reads the answer: its type follows from the command. */
export type TypedExecute = <C extends SessionCommand>(command: C, given: Given) => Promise<CommandResult<C>>

export interface ExecuteOptions {
  hub: CommandableHub
  policy: PolicyContext
  trusted: TrustedFolders
  audit: Audit
  receipts: Receipts
  prompts: Pick<SentPrompts, 'keep'>
}

/** The one way in: the policy is asked, what is done and what is refused is written down, and each command is done once. */
export function createExecute(options: ExecuteOptions): TypedExecute {
  const { receipts } = options
  return <C extends SessionCommand>(command: C, { caller, commandId }: Given) =>
    // What is remembered of a command is what the same command was answered with.
    receipts.once(commandId, () => new Execution(options, caller, commandId).run(command)) as Promise<CommandResult<C>>
}

/** Most commands have nothing to tell but that they were done. */
type Done = CommandResult<Of<'send'>>
type Of<K extends SessionCommand['kind']> = Extract<SessionCommand, { kind: K }>

class Execution {
  readonly #options: ExecuteOptions
  readonly #caller: Caller
  readonly #who: { by: string; deviceId?: string }
  readonly #givenId: string | undefined
  readonly #sender: Sender

  constructor(options: ExecuteOptions, caller: Caller, commandId: string | undefined) {
    this.#options = options
    this.#caller = caller
    this.#who = toWho(caller)
    this.#givenId = commandId
    this.#sender = { commandId: commandId ?? randomUUID(), by: this.#who.by }
  }

  async run(command: SessionCommand): Promise<CommandResult> {
    const { hub } = this.#options
    if (command.kind === 'start') return this.#start(command)
    if (command.kind === 'update') {
      const { kind: _, sessionId, ...change } = command
      return hub.update(sessionId, change)
    }
    const session = await hub.open(command.sessionId)
    switch (command.kind) {
      case 'send':
        return this.#send(session, command)
      case 'decide':
        return this.#decide(session, command)
      case 'control':
        return this.#control(session, command)
      case 'interrupt':
        return this.#interrupt(session, command.prompt)
      case 'stop':
        return this.#stop(session)
      case 'edit_queued':
        return this.#edit(session, command)
      case 'send_queued':
      case 'release_held':
        return this.#release(session, command)
      default: {
        const { sessionId: _, ...queued } = command
        return this.#give(session, queued)
      }
    }
  }

  async #start({ kind: _, ...request }: Of<'start'>): Promise<CommandResult<Of<'start'>>> {
    const { hub, policy, receipts, prompts } = this.#options
    const folder = toFolder(request.cwd, policy)
    this.#assertAllowed({ door: 'start', request })
    const options = toSessionOptions(request, policy)
    const order = {
      ...this.#sender,
      request: { ...request, cwd: folder },
      options,
      sessionId: receipts.toSessionId(this.#givenId),
    }
    return this.#trusting(folder, request.trust === true, async () => {
      const { sessionId } = await hub.start(order)
      const { cwd, model, permissionMode, resume, allowedTools } = options
      this.#note('start', { sessionId, cwd, model, permissionMode, resume, allowedTools })
      if (request.prompt !== undefined) prompts.keep(request.prompt, { sessionId, cwd: folder })
      return { sessionId }
    })
  }

  async #send(session: CommandableSession, { content, trust, force, whenBusy }: Of<'send'>): Promise<Done> {
    const send = () => session.send(content, { ...this.#sender, force, whenBusy })
    // What runs was judged when it was started.
    if (session.isLive) await send()
    else {
      this.#assertPlace(session)
      await this.#trusting(session.cwd, trust === true, send)
    }
    this.#options.prompts.keep(content, session)
    return {}
  }

  /** What waits goes out, as a message does: a session that has ended goes on with it. */
  async #release(
    session: CommandableSession,
    { sessionId: _, trust, force, ...command }: Of<'send_queued' | 'release_held'>,
  ): Promise<Done> {
    const start = () => {
      this.#assertPlace(session)
      return this.#trusting(session.cwd, trust === true, () => session.start({ force }))
    }
    if (!session.isLive) await start()
    const receipt = await session.kept.command({ ...this.#sender, command })
    if (receipt.ok || receipt.code !== 'not_running') return toAnswered(receipt)
    // It has ended between the two, or is about to: once more, with the same id, which is done once.
    await session.stop()
    await start()
    return this.#give(session, command)
  }

  async #edit(session: CommandableSession, { sessionId: _, ...edit }: Of<'edit_queued'>): Promise<Done> {
    const answer = await this.#give(session, edit)
    this.#options.prompts.keep(edit.content, session)
    return answer
  }

  async #decide(
    session: CommandableSession,
    { kind: _, sessionId: __, ...decision }: Of<'decide'>,
  ): Promise<CommandResult<Of<'decide'>>> {
    const { sessionId } = session
    return decide(session, decision, {
      ...this.#sender,
      assertAllowed: (wish) => this.#assertAllowed(wish, sessionId),
      note: (event, facts) => this.#note(event, { sessionId, ...facts }, { isSure: true }),
    })
  }

  async #control(session: CommandableSession, { request }: Of<'control'>): Promise<CommandResult<Of<'control'>>> {
    const { sessionId } = session
    const { outputStyles } = session.state.about
    this.#assertAllowed({ door: 'control', request, outputStyles }, sessionId)
    // By our own way, which also ends a turn that does not listen.
    if (request.subtype === 'interrupt') return this.#interrupt(session)
    if (request.subtype === 'rewind_files') return this.#rewind(session, request)
    const { subtype, mode, model, serverName, enabled, directory } = request
    // Where no process runs, one is started for it.
    if (!CONTROL_TABLE[subtype]?.isLook || !session.isLive)
      this.#note(subtype === 'set_permission_mode' ? 'mode' : 'control', {
        sessionId,
        subtype,
        mode,
        model,
        serverName,
        enabled,
        directory,
      })
    if (!session.isLive) {
      this.#assertPlace(session)
      this.#assertTrusted(session.cwd)
    }
    return control(session, request, this.#sender.by)
  }

  async #rewind(session: CommandableSession, request: Of<'control'>['request']): Promise<CommandResult<Of<'control'>>> {
    const { confirm, dry_run, ...asked } = request
    const isDryRun = dry_run === true
    const guard = new FileGuard(this.#options, {
      ...{ caller: this.#caller, door: 'rewind', sessionId: session.sessionId, isDryRun },
      confirm: confirm as string[] | undefined,
    })
    if (!session.isLive) this.#assertPlace(session)
    const project = guard.assertProject(session.cwd)
    // A process is started to be asked.
    if (!session.isLive) this.#note('control', { sessionId: session.sessionId, subtype: request.subtype })
    const ask = (isDry: boolean) => control(session, { ...asked, ...(isDry && { dry_run: true }) }, this.#sender.by)
    return rewindByCli({ project, guard, ask }, isDryRun, { messageUuid: request.user_message_id, isByCli: true })
  }

  async #interrupt(session: CommandableSession, prompt?: string): Promise<Done> {
    // It may have been on its way for long, and would end what somebody has begun since.
    if (prompt !== undefined && hasTurnEnded(session.state, prompt)) return {}
    this.#note('interrupt', { sessionId: session.sessionId })
    return this.#give(session, { kind: 'interrupt' })
  }

  async #stop(session: CommandableSession): Promise<Done> {
    const { sessionId } = session
    const holder = await session.findHolder()
    if (holder !== null) throw toHeldElsewhere(sessionId, holder, 'End it there.')
    this.#note('stop', { sessionId })
    await session.stop()
    return {}
  }

  async #give(session: CommandableSession, command: Command): Promise<Done> {
    return toAnswered(await session.kept.command({ ...this.#sender, command }))
  }

  /** A trust that comes with a request is kept once what was wanted has begun: a start that failed has trusted nothing. */
  async #trusting<T>(folder: string, isGiven: boolean, run: () => Promise<T>): Promise<T> {
    if (!isGiven) {
      this.#assertTrusted(folder)
      return run()
    }
    const grant = this.#options.trusted.grant(folder)
    try {
      const result = await run()
      if (grant.keep()) this.#note('trust', { folder })
      return result
    } finally {
      grant.withdraw()
    }
  }

  /** Sessions of any folder are on disk; they go on only where that is known, and one could be started. Of a folder that is gone the hub tells. */
  #assertPlace({ cwd, sessionId }: CommandableSession): void {
    if (cwd === '')
      throw new ServerError(
        'bad_request',
        `The transcript of session '${sessionId}' does not say yet in which folder it is. Try again in a moment.`,
      )
    if (this.#options.policy.toRealFolder(cwd) !== null)
      this.#assertAllowed({ door: 'start', request: { cwd } }, sessionId)
  }

  #assertTrusted(folder: string): void {
    const { trusted } = this.#options
    if (!trusted.has(folder)) this.#note('refusal', { door: 'trust', what: folder })
    trusted.assertTrusted(folder)
  }

  #assertAllowed(wish: Wish, sessionId?: string): void {
    const verdict = judge(wish, this.#options.policy)
    if (verdict.ok) return
    const { what, message } = verdict
    const mistake = findMistake(wish, what, this.#options.policy)
    if (mistake !== null && wish.door !== 'permissions') {
      // A mistake hides no wish for power that stands beside it.
      const { [what]: _, ...rest } = wish.request
      this.#assertAllowed({ ...wish, request: rest } as Wish, sessionId)
      throw mistake
    }
    this.#note('refusal', { ...(sessionId && { sessionId }), door: wish.door, what, message })
    throw new ServerError('not_allowed', message, { details: { what } })
  }

  #note(event: string, facts: Omit<AuditEntry, 'event' | 'by'>, options?: { isSure?: boolean }): void {
    const bounded = Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, toBounded(fact)]))
    this.#options.audit.write({ event, ...this.#who, ...bounded }, options)
  }
}

function toAnswered(receipt: Receipt): Done {
  if (!receipt.ok) throw toRefusal(receipt)
  return {}
}

function toFolder(path: string, { toRealFolder }: PolicyContext): string {
  if (!isAbsolute(path))
    throw new ServerError('bad_request', `'${path}' is not an absolute path. Name the folder from / on.`)
  const folder = toRealFolder(path)
  if (folder === null) throw new ServerError('bad_request', `There is no folder '${path}'.`)
  return folder
}
