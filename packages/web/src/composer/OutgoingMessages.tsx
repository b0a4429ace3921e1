import { useLive, useQuarterdeck } from '../frame/quarterdeck.ts'
import type { OutgoingMessage } from '../live/outgoing.ts'
import { toVisibleText } from '../text/visible-text.ts'
import { fromContent, type MessageContent } from './attachment.ts'

/** Most arrive before anybody could read that they are on their way. */
const SOON_MS = 800

interface Props {
  sessionId: string
  now: number
  onTakeBack: (content: MessageContent) => void
}

/** What was said and has not arrived: until the connection is back, or until a person has decided what becomes of it. */
export function OutgoingMessages({ sessionId, now, onTakeBack }: Props) {
  const all = useLive((state) => state.outgoing)
  const isOnline = useLive((state) => state.connection === 'online')
  const shown = all.filter(
    ({ command, problem, at }) =>
      command.sessionId === sessionId && (problem !== null || !isOnline || now - at > SOON_MS),
  )
  if (shown.length === 0) return null
  return (
    <ol className="outgoing" aria-label="Messages on their way">
      {shown.map((message) => (
        <Outgoing key={message.id} message={message} isOnline={isOnline} onTakeBack={onTakeBack} />
      ))}
    </ol>
  )
}

interface ItemProps extends Pick<Props, 'onTakeBack'> {
  message: OutgoingMessage
  isOnline: boolean
}

function Outgoing({ message, isOnline, onTakeBack }: ItemProps) {
  const { outgoing } = useQuarterdeck().live
  const { id, command, problem } = message
  const content = command.content as MessageContent
  const { words, images } = fromContent(content)
  const about = words.length > 40 ? `${words.slice(0, 40)}…` : words
  const mayTakeBack = outgoing.mayTakeBack(id)
  const way = toWay(message)
  const button = (name: string, run: () => void) => (
    <button type="button" className="small-button" aria-label={`${name}: ${about}`} onClick={run}>
      {name}
    </button>
  )
  return (
    <li>
      <p className="outgoing-text">
        {toVisibleText(words)}
        {images.length > 0 && <span className="quiet"> with {images.length === 1 ? 'a picture' : 'pictures'}</span>}
      </p>
      {problem !== null && (
        <p className="error" role="alert">
          {toVisibleText(problem.message)}
        </p>
      )}
      <div className="outgoing-foot">
        {problem === null && <span className="quiet">{toNote(isOnline, mayTakeBack)}</span>}
        {problem !== null && button(way.name, () => outgoing.again(id, way.more))}
        {mayTakeBack &&
          button('Take back', () => {
            outgoing.remove(id)
            onTakeBack(content)
          })}
        {problem !== null && button('Remove', () => outgoing.remove(id))}
      </div>
    </li>
  )
}

function toNote(isOnline: boolean, isHere: boolean): string {
  if (isOnline) return 'sending…'
  return isHere ? 'goes out when the connection is back' : 'no answer yet: it is asked for when the connection is back'
}

/** What may be done all the same is offered where it was refused. */
function toWay({ problem }: OutgoingMessage): { name: string; more?: { trust?: true; force?: true } } {
  if (problem?.code === 'untrusted_folder') return { name: 'Trust this folder and send', more: { trust: true } }
  if (problem?.code === 'held_elsewhere') return { name: 'Take it over and send', more: { force: true } }
  return { name: 'Try again' }
}
