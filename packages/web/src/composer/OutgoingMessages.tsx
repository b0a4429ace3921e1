import { useLive, useQuarterdeck } from '../frame/quarterdeck.ts'
import { fromContent, type MessageContent } from '../live/message-content.ts'
import { mayTakeBack, type OutgoingMessage } from '../live/outgoing.ts'
import { toVisibleText } from '../text/visible-text.ts'

/** Most arrive before anybody could read that they are on their way. */
const SOON_MS = 800

interface Props {
  sessionId: string
  now: number
  /** Null where there is no place to write. */
  onTakeBack: ((content: MessageContent) => void) | null
  /** Its words, for whoever has removed the wrong one. */
  onRemove?: ((words: string) => void) | undefined
  /** What was done with one of them takes its buttons away, and the focus with them. */
  onDone?: (() => void) | undefined
}

/** Messages that have not arrived: until the connection is back, or until a person has decided about each. */
export function OutgoingMessages({ sessionId, now, onTakeBack, onRemove, onDone }: Props) {
  const all = useLive((state) => state.outgoing)
  const isOffline = useLive((state) => state.connection === 'offline')
  const shown = all.filter(
    ({ command, problem, at }) =>
      command.sessionId === sessionId && (problem !== null || isOffline || now - at > SOON_MS),
  )
  if (shown.length === 0) return null
  return (
    <ol className="outgoing" aria-label="Messages on their way">
      {shown.map((message) => (
        <Outgoing key={message.id} {...{ message, isOffline, onTakeBack, onRemove, onDone }} />
      ))}
    </ol>
  )
}

interface ItemProps extends Pick<Props, 'onTakeBack' | 'onRemove' | 'onDone'> {
  message: OutgoingMessage
  isOffline: boolean
}

function Outgoing({ message, isOffline, onTakeBack, onRemove, onDone }: ItemProps) {
  const { outgoing } = useQuarterdeck().live
  const { id, command, problem } = message
  const { words, images } = fromContent(command.content)
  const pictures = images.length === 0 ? '' : images.length === 1 ? 'a picture' : `${images.length} pictures`
  const about = words === '' ? pictures : words.length > 40 ? `${words.slice(0, 40)}…` : words
  const way = toWay(message)
  const button = (name: string, run: () => void) => (
    <button
      type="button"
      className="small-button"
      aria-label={`${name}: ${about}`}
      onClick={() => {
        run()
        onDone?.()
      }}
    >
      {name}
    </button>
  )
  const takeBack = () => {
    const back = outgoing.takeBack(id)
    if (back !== null) onTakeBack?.(back.command.content)
  }
  const remove = () => {
    outgoing.remove(id)
    onRemove?.(words)
  }
  return (
    <li>
      <p className="outgoing-text">
        {toVisibleText(words)} {pictures !== '' && <span className="quiet">with {pictures}</span>}
      </p>
      {problem !== null && (
        <p className="error" role="alert">
          {toVisibleText(problem.message)}
        </p>
      )}
      <div className="outgoing-foot">
        {problem === null && (
          <span className="quiet" role="status">
            {toNote(message, isOffline)}
          </span>
        )}
        {problem !== null && onTakeBack !== null && button(way.name, () => outgoing.again(id, way.more))}
        {mayTakeBack(message) && onTakeBack !== null && button('Take back', takeBack)}
        {problem !== null && button('Remove', remove)}
      </div>
    </li>
  )
}

function toNote({ isOut }: OutgoingMessage, isOffline: boolean): string {
  if (!isOffline) return 'sending…'
  return isOut ? 'no answer yet: it is asked for when the connection is back' : 'goes out when the connection is back'
}

/** What may be done all the same is offered where it was refused. */
function toWay({ problem }: OutgoingMessage): { name: string; more?: { trust?: true; force?: true } } {
  if (problem?.code === 'untrusted_folder') return { name: 'Trust this folder and send', more: { trust: true } }
  if (problem?.code === 'held_elsewhere') return { name: 'Take it over and send', more: { force: true } }
  return { name: 'Try again' }
}
