import type { UserInput } from '@quarterdeck/protocol'
import { toControlError, toControlSuccess } from '@quarterdeck/protocol/pure'
import { type HostMessage, type HostRequest, toPromptText } from '../host-message.ts'
import type { Lines, Sink } from '../output.ts'
import type { Listener } from '../read-host.ts'
import type { Step } from '../script/script.ts'
import { selectSteps } from '../script/select-steps.ts'
import { answerRequest, type Turns } from './answer-request.ts'
import type { BackgroundTask } from './background-tasks.ts'
import { createSession, type SessionParts } from './create-session.ts'
import { Interrupted } from './interrupted.ts'
import { findLocalCommand } from './local-commands.ts'
import { playTurn, type Turn } from './play-turn.ts'
import type { Session } from './session.ts'
import { toFailedStart } from './to-result.ts'

/** A reactive fake agent: takes prompts one after another, plays what the script has for each, and answers the host. */
export class ScriptedSession implements Listener, Turns {
  readonly #session: Session | { problem: string }
  readonly #stderr: Sink
  readonly #output: Lines
  readonly #emitsState: boolean
  readonly #queue: Turn[] = []
  #controller: AbortController | undefined
  #state: Turns['state'] = 'idle'
  #isOver = false
  #changed = Promise.withResolvers<void>()

  constructor({ stderr, ...parts }: SessionParts & { stderr: Sink }) {
    this.#stderr = stderr
    this.#output = parts.output
    this.#emitsState = parts.settings.sessionStateEvents
    this.#session = createSession(parts, {
      onWaiting: (isWaiting) => this.#setState(isWaiting ? 'requires_action' : 'running'),
      onTaskEnd: (task, steps) => (steps === undefined ? this.#settle() : this.#enqueue(toTaskTurn(task, steps))),
    })
  }

  get state(): Turns['state'] {
    return this.#state
  }

  get queuedUuids(): string[] {
    return this.#queue.flatMap(({ prompt }) => prompt?.uuid ?? [])
  }

  receive(message: HostMessage): void {
    if ('problem' in this.#session) return
    if (message.type === 'user') this.#enqueue(this.#toTurn(this.#session, message))
    if (message.type === 'control_response') this.#session.prompts.answer(message)
    if (message.type === 'control_request') this.#answer(this.#session, message)
  }

  end(): void {
    this.#isOver = true
    if (!('problem' in this.#session)) this.#session.prompts.close()
    this.#changed.resolve()
  }

  /** Plays turns until stdin has ended and nothing is left to do. The code is that of the last turn. */
  async play(): Promise<number> {
    const session = this.#session
    if ('problem' in session) return this.#fail(session.problem)
    let lastFailed = false
    for (let index = 0; ; index++) {
      const turn = await this.#next()
      if (turn === undefined) break
      this.#setState('running')
      this.#controller = new AbortController()
      lastFailed = await playTurn(session, turn, index, this.#controller.signal)
      this.#controller = undefined
      this.#sendLifecycle(turn, lastFailed ? 'cancelled' : 'completed')
      this.#settle()
    }
    for (const { controller } of session.tasks.all) controller.abort(new Interrupted('tool'))
    await session.tasks.allEnded()
    return lastFailed ? 1 : 0
  }

  stopTurn(): void {
    this.#controller?.abort(new Interrupted('tool'))
  }

  cancelQueued(uuids: string[]): string[] {
    const cancelled = this.#queue.filter(({ prompt }) => prompt?.uuid !== undefined && uuids.includes(prompt.uuid))
    for (const turn of cancelled) {
      this.#queue.splice(this.#queue.indexOf(turn), 1)
      this.#sendLifecycle(turn, 'cancelled')
    }
    return cancelled.flatMap(({ prompt }) => prompt?.uuid ?? [])
  }

  async #next(): Promise<Turn | undefined> {
    while (this.#queue.length === 0) {
      if (this.#isOver) return undefined
      await this.#changed.promise
      this.#changed = Promise.withResolvers()
    }
    const turn = this.#queue.shift()
    if (turn !== undefined) this.#sendLifecycle(turn, 'started')
    return turn
  }

  #enqueue(turn: Turn): void {
    this.#queue.push(turn)
    if (this.#controller === undefined) this.#setState('running')
    this.#sendLifecycle(turn, 'queued')
    this.#changed.resolve()
  }

  #toTurn({ script, cwd }: Session, prompt: UserInput): Turn {
    const text = toPromptText(prompt)
    const command = findLocalCommand(text)
    return { prompt, origin: prompt.origin ?? { kind: 'human' }, work: command ?? selectSteps(script, text, cwd) }
  }

  #answer(session: Session, { request_id, request }: HostRequest): void {
    const answer = answerRequest(session, request, this)
    if ('error' in answer) {
      const error = toControlError(request_id, answer.error)
      session.wire.sendControl({ ...error, response: { ...error.response, error_code: answer.code } })
      return
    }
    session.wire.sendControl(toControlSuccess(request_id, answer.response))
    answer.afterwards?.()
  }

  #settle(): void {
    if ('problem' in this.#session || this.#controller !== undefined) return
    if (this.#queue.length === 0 && this.#session.tasks.isEmpty) this.#setState('idle')
  }

  #sendLifecycle({ prompt }: Turn, state: string): void {
    if (prompt?.uuid === undefined || 'problem' in this.#session) return
    this.#session.wire.send({ type: 'command_lifecycle', command_uuid: prompt.uuid, state })
  }

  /** There is no session to play: says so as the CLI does, to the host and to the person. */
  async #fail(problem: string): Promise<number> {
    await this.#stderr(`${problem}\n`)
    this.#output.write(JSON.stringify(toFailedStart(problem)))
    return 1
  }

  #setState(state: Turns['state']): void {
    if (this.#state === state || 'problem' in this.#session) return
    this.#state = state
    if (this.#emitsState) this.#session.wire.sendSystem('session_state_changed', { state })
  }
}

function toTaskTurn({ runId }: BackgroundTask, steps: Step[]): Turn {
  return { prompt: undefined, origin: { kind: 'task-notification', runId }, work: steps }
}
