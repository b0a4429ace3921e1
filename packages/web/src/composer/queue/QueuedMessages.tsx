import type { SessionState, WaitingMessage } from '@quarterdeck/transcript'
import type { RefObject } from 'react'
import { fromContent, type MessageContent } from '../../live/message-content.ts'
import type { ComposerHandle } from '../Composer.tsx'
import { HeldField } from './HeldField.tsx'
import { HeldHead } from './HeldHead.tsx'
import type { HeldMessage } from './held-messages.ts'
import { QueuedMessage } from './QueuedMessage.tsx'
import type { QueueActions } from './queue-actions.ts'
import { useHolding } from './use-holding.ts'

interface Props {
  sessionId: string
  messages: readonly WaitingMessage[]
  /** The same in full: what is shown of a message may be its beginning. */
  queue: SessionState['queue']
  held: readonly HeldMessage[]
  isWorking: boolean
  isLive: boolean
  enterSends: boolean
  actions: QueueActions
  composer: RefObject<ComposerHandle | null>
}

/** What was sent and waits for the turn to end: it can be changed, moved, taken back, or sent into the turn. */
export function QueuedMessages(props: Props) {
  const { sessionId, messages, queue, held, isWorking, isLive, enterSends, actions, composer } = props
  const ours = messages.filter(({ uuid, in: where }) => where === 'keeper' && !held.some((each) => each.uuid === uuid))
  const holding = useHolding({ sessionId, messages: ours, isWorking, isLive, actions, composer })
  const contentOf = ({ uuid, text }: WaitingMessage) =>
    (queue.find((each) => each.uuid === uuid)?.content ?? text) as MessageContent
  const wordsOf = (message: WaitingMessage) => fromContent(contentOf(message)).words
  const hasAllPictures = (message: WaitingMessage) =>
    message.attachments.length > 0 && fromContent(contentOf(message)).images.length === message.attachments.length
  const back = holding.returning?.was
  const items = toItems(ours, back === undefined ? held : [back, ...held])
  if (messages.length === 0 && items.length === 0) return null
  const onHold = ours.filter(({ isHeld }) => isHeld)
  const waits = ours.length > onHold.length

  function discard() {
    const pictured = onHold.filter(hasAllPictures)
    const words = onHold.filter((message) => !pictured.includes(message)).map(wordsOf)
    const contents = pictured.map(contentOf)
    // ↑ brings back words alone; what has pictures has its place in the message field.
    if (words.length > 0) composer.current?.noteCleared(words.join('\n\n'))
    actions.discard(() => {
      for (const content of contents) composer.current?.takeBack(content)
    })
    composer.current?.focus()
  }
  function release() {
    actions.release()
    composer.current?.focus()
  }

  return (
    <>
      {onHold.length > 0 && <HeldHead count={onHold.length} onSend={release} onDiscard={discard} />}
      {waits && (
        <p className="quiet queued-head">
          {onHold.length > 0 ? 'The others are sent' : 'Sent'} when{' '}
          {isWorking && isLive ? 'this turn is over' : 'the session goes on'}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is long scrolls, by keyboard too */}
      <ol className="queued" aria-label="Queued messages" tabIndex={0}>
        {messages
          .filter((message) => message.in === 'cli')
          .map((message) => (
            <li key={message.uuid}>
              <p className="quiet">
                {message.text} <span className="tool-note">with Claude already</span>
              </p>
            </li>
          ))}
        {items.map((item, at) => (
          <li key={item.uuid}>
            {'original' in item ? (
              <HeldField hold={item} isReturning={item === back} {...{ sessionId, holding, enterSends, composer }} />
            ) : (
              <QueuedMessage
                message={item}
                readWords={() => wordsOf(item)}
                onEdit={() =>
                  holding.begin(
                    item,
                    wordsOf(item),
                    items.slice(0, at).map(({ uuid }) => uuid),
                  )
                }
                onTakeOut={hasAllPictures(item) ? () => holding.takeOut(item.uuid, contentOf(item)) : null}
                isMarked={waits && item.isHeld === true}
                place={ours.indexOf(item)}
                all={ours}
                {...{ actions, composer }}
              />
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

/** What is held stands where it will be again. */
function toItems(
  ours: readonly WaitingMessage[],
  held: readonly HeldMessage[],
): readonly (WaitingMessage | HeldMessage)[] {
  const items: (WaitingMessage | HeldMessage)[] = [...ours]
  for (const hold of held) {
    const place = items.findIndex(({ uuid }) => !hold.ahead.includes(uuid))
    items.splice(place === -1 ? items.length : place, 0, hold)
  }
  return items
}
