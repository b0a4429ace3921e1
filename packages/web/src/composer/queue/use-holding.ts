import { ClientError } from '@quarterdeck/client'
import type { WaitingMessage } from '@quarterdeck/transcript'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useQuarterdeck } from '../../frame/quarterdeck.ts'
import { askBeforeLeaving } from '../../live/leaving.ts'
import { fromContent, type MessageContent } from '../../live/message-content.ts'
import { newId } from '../../new-id.ts'
import { changeAttachments } from '../attachments/attachment-drafts.ts'
import type { ComposerHandle } from '../Composer.tsx'
import { addToDraft } from '../draft/use-draft.ts'
import { changeHeld, type HeldMessage, keepHeld, readHeld, takeHeld } from './held-messages.ts'
import type { QueueActions } from './queue-actions.ts'

const OFFLINE = 'There is no connection, so the message cannot be held while it is changed. It stays queued as it is.'
const NO_ROOM = 'This browser has no room left to keep the message while it is changed. It stays queued as it is.'
const GONE = 'The message no longer waits: it went to Claude as it was, or was taken back elsewhere.'
const ENDED = 'The session has ended: what you changed is in the message field.'
const OVER = 'The turn has ended meanwhile: the message is in the message field, and was not sent.'
const TAKEN_OUT = 'The message is in the message field, with its pictures. It waits no longer.'
/** As long may it take until a message that was put back is seen in the queue. */
const RETURN_MS = 3000

interface Options {
  sessionId: string
  /** Those that can be changed, in order. */
  messages: readonly WaitingMessage[]
  isWorking: boolean
  isLive: boolean
  actions: QueueActions
  composer: RefObject<ComposerHandle | null>
}

/** What was put back, until it is seen in the queue again, where it has another id. */
interface Returning {
  was: HeldMessage
  /** What was queued before. */
  known: ReadonlySet<string>
}

export type Holding = ReturnType<typeof useHolding>

/** Messages with pictures that are on their way out of the queue: in neither place for a moment. */
const leaving = new Set<string>()
askBeforeLeaving(() => leaving.size > 0)

/** The sessions whose queue is on the screen. */
const shown = new Map<string, number>()

/** Takes messages out of the queue while they are changed, and puts them back: never both in the queue and here, never in neither. */
export function useHolding({ sessionId, messages, isWorking, isLive, actions, composer }: Options) {
  const { live } = useQuarterdeck()
  const [returning, setReturning] = useState<Returning | null>(null)
  const taking = useRef(new Map<string, Promise<boolean>>())
  const refused = useRef(new Set<string>())
  /** Whose field takes the focus when it is drawn. */
  const begun = useRef<string | null>(null)
  const now = useRef({ messages, isWorking, isLive })
  now.current = { messages, isWorking, isLive }

  useEffect(() => {
    shown.set(sessionId, (shown.get(sessionId) ?? 0) + 1)
    return () => {
      const left = (shown.get(sessionId) ?? 1) - 1
      if (left === 0) shown.delete(sessionId)
      else shown.set(sessionId, left)
    }
  }, [sessionId])

  /** For the person to decide; also when the page shows something else by then. */
  function toComposer(content: MessageContent) {
    if (composer.current !== null) return composer.current.takeBack(content)
    const { words, images } = fromContent(content)
    addToDraft(sessionId, words)
    changeAttachments(sessionId, ({ attachments }) => ({ attachments: [...attachments, ...images] }))
  }

  /** One with pictures, which have their place in the message field alone. Not there before the queue has given it up: it may go out. */
  async function takeOut(uuid: string, content: MessageContent) {
    if (leaving.has(uuid)) return
    if (live.store.getState().connection !== 'online') return actions.tell(OFFLINE)
    // Where the page ends all the same, the words are there again; pictures are too large to be kept.
    const hold = toHold(uuid, fromContent(content).words, [])
    if (hold.text !== '' && !keepHeld(sessionId, hold)) return actions.tell(NO_ROOM)
    leaving.add(uuid)
    try {
      await live.give({ kind: 'cancel_queued', sessionId, uuid }, hold.commandId)
    } catch (error) {
      return actions.tell(toWhy(error as Error))
    } finally {
      leaving.delete(uuid)
      takeHeld(sessionId, uuid)
    }
    toComposer(content)
    actions.tell(TAKEN_OUT)
    composer.current?.focus()
  }

  function begin({ uuid, isHeld }: WaitingMessage, words: string, ahead: readonly string[]) {
    if (live.store.getState().connection !== 'online') return actions.tell(OFFLINE)
    // Kept before it is asked for: a page that ends in between must not take the words with it.
    const hold = toHold(uuid, words, ahead)
    if (isHeld) Object.assign(hold, { isInPlace: true, isOut: true })
    if (!keepHeld(sessionId, hold)) return actions.tell(NO_ROOM)
    begun.current = uuid
    if (!isHeld) void take(hold)
  }

  /** One that is held goes nowhere meanwhile, unless somebody lets it go elsewhere. */
  async function changeInPlace({ uuid, original }: HeldMessage, words: string): Promise<void> {
    try {
      if (words !== original) await live.give({ kind: 'edit_queued', sessionId, uuid, content: words })
    } catch (error) {
      toComposer(words)
      actions.tell(toWhy(error as Error))
    }
    takeHeld(sessionId, uuid)
    // Once it is drawn again.
    requestAnimationFrame(() => {
      const again = document.querySelector<HTMLElement>(`[data-edit="${CSS.escape(uuid)}"]`)
      if (again === null) composer.current?.focus()
      else again.focus()
    })
  }

  /** True when it is out of the queue. */
  function take({ uuid, commandId }: HeldMessage): Promise<boolean> {
    const work = live.give({ kind: 'cancel_queued', sessionId, uuid }, commandId).then(
      () => {
        changeHeld(sessionId, uuid, { isOut: true })
        // Whoever began it has left meanwhile: then it waits on.
        if (!shown.has(sessionId)) leave(uuid, null)
        return true
      },
      (error: Error) => {
        actions.tell(toWhy(error))
        refused.current.add(uuid)
        const hold = takeHeld(sessionId, uuid)
        if (hold !== null && hold.text !== hold.original) toComposer(hold.text)
        composer.current?.focus()
        return false
      },
    )
    taking.current.set(uuid, work)
    return work
  }

  // Of a page that ended before it was answered: the same wish again, which is done once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    for (const hold of readHeld(sessionId)) if (!hold.isOut && !taking.current.has(hold.uuid)) void take(hold)
  }, [])

  /** Resolves when it is done; `isSaved` where the words are those that the person wants to be said. */
  async function putBack(hold: HeldMessage, words: string, isSaved: boolean): Promise<void> {
    if (hold.isInPlace) return changeInPlace(hold, words)
    const isOut = readHeld(sessionId).find(({ uuid }) => uuid === hold.uuid)?.isOut ?? true
    // Begun in another tab, which may be gone: until the queue has given it up, it may go out as it was.
    if (!(await (taking.current.get(hold.uuid) ?? (isOut || take(hold))))) return
    // Another tab has put it back.
    if (takeHeld(sessionId, hold.uuid) === null) return isSaved ? toComposer(words) : undefined
    const { messages, isWorking, isLive } = now.current
    // What was let be is not sent in the moment of letting it be.
    if (!isLive || (!isSaved && !isWorking)) {
      toComposer(words)
      return actions.tell(isLive ? OVER : ENDED)
    }
    live.outgoing.send({ kind: 'send', sessionId, content: words, whenBusy: 'queue' })
    if (!isWorking) return composer.current?.focus()
    setReturning({
      was: { ...hold, text: words },
      known: new Set([hold.uuid, ...messages.map(({ uuid }) => uuid)]),
    })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is seen again, whatever else changes
  useEffect(() => {
    if (returning === null) return
    const { was, known } = returning
    const back = messages.find((message) => !known.has(message.uuid) && was.text.trim().startsWith(message.text.trim()))
    if (back === undefined) return
    const before = messages.find(({ uuid }) => uuid !== back.uuid && !was.ahead.includes(uuid))
    if (before !== undefined) actions.move(back.uuid, before.uuid)
    for (const { uuid, ahead } of readHeld(sessionId))
      if (ahead.includes(was.uuid)) changeHeld(sessionId, uuid, { ahead: [...ahead, back.uuid] })
    setReturning(null)
    document.querySelector<HTMLElement>(`[data-edit="${CSS.escape(back.uuid)}"]`)?.focus()
  }, [returning, messages])
  useEffect(() => {
    if (returning === null) return
    const timer = setTimeout(() => {
      setReturning(null)
      composer.current?.focus()
    }, RETURN_MS)
    return () => clearTimeout(timer)
  }, [returning, composer])

  /** The session is left. What nobody has changed waits on; what somebody has changed is here again when it is opened. */
  function leave(uuid: string, typed: string | null) {
    const hold = readHeld(sessionId).find((each) => each.uuid === uuid)
    // Another tab has put it back, without what was typed here.
    if (hold === undefined && typed !== null && !refused.current.has(uuid)) toComposer(typed)
    if (hold?.isInPlace) {
      if (hold.text === hold.original) takeHeld(sessionId, uuid)
      return
    }
    if (!hold?.isOut || hold.text !== hold.original || !now.current.isWorking || !now.current.isLive) return
    if (takeHeld(sessionId, uuid) !== null)
      live.outgoing.send({ kind: 'send', sessionId, content: hold.original, whenBusy: 'queue' })
  }

  return { begin, takeOut, putBack, leave, returning, begun }
}

function toHold(uuid: string, words: string, ahead: readonly string[]): HeldMessage {
  return { uuid, original: words, text: words, ahead, commandId: newId(), isOut: false }
}

function toWhy(error: Error): string {
  return error instanceof ClientError && error.code === 'not_found' ? GONE : error.message
}
