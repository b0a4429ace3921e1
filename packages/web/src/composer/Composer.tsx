import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Attachments } from './attachments/Attachments.tsx'
import { ComposerButtons } from './ComposerButtons.tsx'
import { CompletionList, toOptionId } from './completion/CompletionList.tsx'
import {
  applyFound,
  applyKey,
  applyText,
  type ComposerEffect,
  initialComposerState,
  type WhenBusy,
} from './composer-keys.ts'
import './composer.css'
import { fromContent, type MessageContent, toContent } from '../live/message-content.ts'
import { toKeyName, toKeyPress } from '../palette/keys.ts'
import { lazily } from '../parts/lazily.ts'
import { isComposing } from '../text/is-composing.ts'
import type { FileServices } from './attachments/attach-files.ts'
import { useAttachments } from './attachments/use-attachments.ts'
import { applyCompletion, findCompletion } from './completion/find-completion.ts'
import { type CompletionSources, useCompletions } from './completion/use-completions.ts'
import { useDraft, writeDraft } from './draft/use-draft.ts'
import { Recaller } from './history/recaller.ts'
// Not loaded when it is needed: then there may be nobody to load it from.
import { OutgoingMessages } from './OutgoingMessages.tsx'
import { replaceText } from './replace-text.ts'

const HistorySearch = lazily(async () => ({ default: (await import('./history/HistorySearch.tsx')).HistorySearch }))

export interface ComposerServices extends CompletionSources, FileServices {
  attachTo: 'project' | 'temporary'
  /** Finds earlier prompts of the project, the newest first. */
  findPrompts: (query: string) => Promise<readonly string[]>
}

/** For what stands beside it, and gives words back. */
export interface ComposerHandle {
  /** Before what has been typed since. */
  takeBack: (content: MessageContent) => void
  /** Notes a cleared text: ↑ brings it back first. */
  noteCleared: (words: string) => void
  /** Where one goes on; a phone's keyboard stays down. */
  focus: () => void
}

interface Props {
  ref?: Ref<ComposerHandle>
  sessionId: string
  isWorking: boolean
  /** Prompts of the session, the newest first. */
  earlierPrompts: readonly string[]
  /** Which cards are open above. */
  openCards: string
  services: ComposerServices
  /** No process runs: a message starts one. */
  isEnded: boolean
  enterSends: boolean
  /** A prompt that Claude suggests. */
  suggestion?: string | null
  now: number
  /** The status line, and what can be chosen there. */
  footer: ReactNode
  /** True where the words are a command for this page, and were taken as one. */
  onCommand?: (text: string) => boolean
  onSend: (content: MessageContent, whenBusy: WhenBusy) => void
  onStop: () => void
}

export function Composer(props: Props) {
  const { sessionId, isWorking, earlierPrompts, openCards, services, enterSends, suggestion, now, footer } = props
  const { onCommand, onSend, onStop } = props
  const [text, setText] = useDraft(sessionId)
  const attaching = useAttachments(sessionId, services)
  const [isSearching, setIsSearching] = useState(false)
  const [state, setState] = useState(initialComposerState)
  const [recaller] = useState(() => new Recaller())
  const input = useRef<HTMLTextAreaElement>(null)
  const latest = useRef(text)
  latest.current = text
  /** The text is being changed by us: it is no typing. */
  const isPutting = useRef(false)
  const listId = useId()

  const { caret, at, isListClosed, waitingKey } = state
  const completion = useMemo(() => (isListClosed ? null : findCompletion(text, caret)), [text, caret, isListClosed])
  const { items, areCurrent } = useCompletions(completion, services)
  const isOpen = completion !== null && items.length > 0 && !isSearching
  const hasContent = text.trim() !== '' || attaching.attachments.length > 0
  const canSend = hasContent && attaching.loading === 0

  useImperativeHandle(props.ref, () => ({
    takeBack,
    noteCleared: (words) => recaller.noteCleared(words),
    focus,
  }))

  // Whoever opens a session, or has just decided, goes on by typing; a focus elsewhere is left where it is, and a phone's keyboard down.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a card that went away took the focus with it
  useEffect(() => {
    if (document.activeElement === document.body) focus()
  }, [openCards, sessionId])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when other completions have come
  useEffect(() => {
    if (!areCurrent || waitingKey === null) return
    const found = applyFound(
      state,
      items.map(({ value }) => value),
      { enterSends },
    )
    setState(found.state)
    run(found.effect)
  }, [areCurrent, items, waitingKey])

  /** Where one goes on; a phone's keyboard stays down. */
  function focus() {
    if (matchMedia('(hover: hover)').matches) input.current?.focus()
  }

  function change(next: string, caretAt: number) {
    setText(next)
    setState(applyText(caretAt))
  }

  /** As if it had been typed: undo takes it back. */
  function put(next: string, caretAt = next.length) {
    isPutting.current = true
    if (input.current !== null) replaceText(input.current, next, caretAt)
    isPutting.current = false
    change(next, caretAt)
  }

  function choose(value: string) {
    if (completion === null) return
    const done = applyCompletion(text, completion, value)
    put(done.text, done.caret)
  }

  function send(whenBusy: WhenBusy) {
    if (!canSend) return
    recaller.stop()
    const isCommand = attaching.attachments.length === 0 && onCommand?.(text.trim())
    if (!isCommand) onSend(toContent(text, attaching.attachments), whenBusy)
    change('', 0)
    attaching.clear()
  }

  /** Before what has been typed since. */
  function takeBack(content: MessageContent) {
    const { words, images } = fromContent(content)
    const whole = [words, text].filter((part) => part !== '').join('\n\n')
    writeDraft(sessionId, whole)
    put(whole)
    attaching.add(images)
  }

  function recall(direction: 1 | -1): boolean {
    const earlier = { here: earlierPrompts, find: services.findPrompts }
    const found = recaller.step(text, direction, earlier)
    if (found !== null) put(found)
    else
      recaller.whenFound(() => {
        const late = latest.current === text ? recaller.step(text, direction, earlier) : null
        if (late !== null) put(late)
      })
    return found !== null
  }

  /** False where nothing came of it. */
  function run(effect: ComposerEffect | null): boolean {
    switch (effect?.kind) {
      case undefined:
        return false
      case 'send':
        send(effect.whenBusy)
        break
      case 'search':
        setIsSearching(true)
        break
      case 'recall':
        return recall(effect.direction)
      case 'suggest':
        put(effect.text)
        break
      case 'clear':
        put('')
        recaller.noteCleared(text)
        break
      case 'choose':
        choose(effect.value)
    }
    return true
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isComposing(event)) return
    const { key, shiftKey, ctrlKey, metaKey, repeat, currentTarget } = event
    const item = items[at]
    const isWhole = completion?.kind === 'commands' && item?.value === completion.query && text === item.label
    const press = { key, name: toKeyName(toKeyPress(event.nativeEvent)), shiftKey, ctrlKey, metaKey, repeat }
    const next = applyKey(state, press, {
      text,
      isAtStart: currentTarget.selectionStart === 0 && currentTarget.selectionEnd === 0,
      isRecalling: recaller.isRecalling,
      enterSends,
      suggestion: suggestion ?? null,
      list: isOpen ? { values: items.map(({ value }) => value), areCurrent, isWhole } : null,
    })
    if (!next.isTaken) return
    setState(next.state)
    const isDone = run(next.effect)
    // At the end of what can be recalled an arrow moves the caret.
    if (next.effect?.kind === 'recall' && !isDone) return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="composer">
      {isOpen && (
        <CompletionList
          id={listId}
          name={completion.kind === 'commands' ? 'Commands' : 'Files'}
          items={items}
          at={at}
          onChoose={(item) => choose(item.value)}
        />
      )}
      {isSearching && (
        <HistorySearch
          earlierPrompts={recaller.cleared === '' ? earlierPrompts : [recaller.cleared, ...earlierPrompts]}
          findPrompts={services.findPrompts}
          onChoose={(found) => {
            setIsSearching(false)
            put(found)
            if (text.trim() !== '' && text !== found) recaller.noteCleared(text, found)
          }}
          onClose={() => {
            setIsSearching(false)
            input.current?.focus()
          }}
        />
      )}
      {suggestion && text === '' && !isWorking && (
        <button type="button" className="suggestion" title="Use this (Tab)" onClick={() => put(suggestion)}>
          <span className="visually-hidden">Suggestion: </span>
          {suggestion}
        </button>
      )}
      <OutgoingMessages
        sessionId={sessionId}
        now={now}
        onTakeBack={takeBack}
        onRemove={(words) => recaller.noteCleared(words)}
        onDone={() => input.current?.focus()}
      />
      <Attachments
        {...attaching}
        cancel={() => {
          attaching.cancel()
          focus()
        }}
      />
      <textarea
        ref={input}
        className="field"
        aria-label="Message"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? toOptionId(listId, at) : undefined}
        aria-autocomplete="list"
        placeholder={toPlaceholder(props)}
        rows={1}
        enterKeyHint={enterSends ? 'send' : 'enter'}
        value={text}
        onChange={(event) => {
          if (!isPutting.current) recaller.stop()
          change(event.target.value, event.target.selectionStart)
        }}
        onSelect={({ currentTarget: { selectionStart } }) =>
          setState((now) => (now.caret === selectionStart ? now : { ...now, caret: selectionStart }))
        }
        onKeyDown={onKeyDown}
        onPaste={attaching.onPaste}
      />
      {attaching.problem !== null && (
        <p className="error" role="alert">
          {attaching.problem}
        </p>
      )}
      <div className="composer-foot">
        {footer}
        <ComposerButtons
          isWorking={isWorking}
          canSend={canSend}
          canSteer={!text.startsWith('/')}
          attachTo={services.attachTo}
          onAttach={attaching.attach}
          onHistory={() => setIsSearching(true)}
          onSend={send}
          onStop={onStop}
        />
      </div>
    </div>
  )
}

function toPlaceholder({ isWorking, isEnded, enterSends }: Props): string {
  if (isWorking) return 'Message for when this turn is over; Steer gives it now'
  if (isEnded) return 'Message — it starts the session again'
  return enterSends ? 'Message — / for commands, @ for files' : 'Message — Ctrl+Enter sends'
}
