import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Attachments } from './Attachments.tsx'
import { type Attachment, type MessageContent, readAttachment, toContent } from './attachment.ts'
import { CompletionList, toOptionId } from './CompletionList.tsx'
import './composer.css'
import { applyCompletion, findCompletion } from './find-completion.ts'
import { notRecalling, recall } from './recall.ts'
import { type CompletionSources, useCompletions } from './use-completions.ts'
import { useDraft } from './use-draft.ts'

export interface ComposerServices extends CompletionSources {
  /** Puts a file where Claude can read it, and gives its path. */
  upload: (file: File) => Promise<string>
}

interface Props {
  sessionId: string
  isWorking: boolean
  /** What was said in the session before, the newest first. */
  said: readonly string[]
  /** How many cards are open above. */
  prompts: number
  services: ComposerServices
  enterSends: boolean
  /** The status line, and what can be chosen there. */
  footer: ReactNode
  onSend: (content: MessageContent) => Promise<void>
  onStop: () => void
}

export function Composer(props: Props) {
  const { sessionId, isWorking, said, prompts, services, enterSends, footer, onSend, onStop } = props
  const [text, setText] = useDraft(sessionId)
  const [attachments, setAttachments] = useState<readonly Attachment[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setIsSending] = useState(false)
  const [caret, setCaret] = useState(0)
  const [at, setAt] = useState(0)
  const [isClosed, setIsClosed] = useState(false)
  const recalled = useRef(notRecalling)
  const cleared = useRef('')
  const input = useRef<HTMLTextAreaElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const listId = useId()

  const completion = useMemo(() => (isClosed ? null : findCompletion(text, caret)), [text, caret, isClosed])
  const items = useCompletions(completion, services)
  const isOpen = completion !== null && items.length > 0
  const canSend = (text.trim() !== '' || attachments.length > 0) && !isSending

  // Whoever opens a session, or has just decided, goes on by typing; a focus elsewhere is left where it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a card that went away took the focus with it
  useEffect(() => {
    if (document.activeElement === document.body) input.current?.focus()
  }, [prompts, sessionId])

  function change(next: string, place = next.length) {
    setText(next)
    setCaret(place)
    setAt(0)
    setIsClosed(false)
  }

  /** The browser puts the caret at the end of a text that was changed for it. */
  function put(next: string, place: number) {
    change(next, place)
    requestAnimationFrame(() => input.current?.setSelectionRange(place, place))
  }

  function choose(value: string) {
    if (completion === null) return
    const done = applyCompletion(text, completion, value)
    put(done.text, done.caret)
  }

  async function attach(chosen: Iterable<File>) {
    setProblem(null)
    for (const file of chosen) {
      try {
        const attachment = await readAttachment(file, services.upload)
        setAttachments((all) => [...all, attachment])
      } catch (error) {
        setProblem((error as Error).message)
      }
    }
  }

  function send() {
    if (!canSend) return
    setIsSending(true)
    setProblem(null)
    recalled.current = notRecalling
    const content = toContent(text, attachments)
    onSend(content).then(
      () => {
        setText('')
        setAttachments([])
        setIsSending(false)
      },
      (error: Error) => {
        setProblem(error.message)
        setIsSending(false)
      },
    )
  }

  function goBack(direction: 1 | -1): boolean {
    if (direction === 1 && text === '' && cleared.current !== '') {
      put(cleared.current, cleared.current.length)
      cleared.current = ''
      return true
    }
    const found = recall(said, recalled.current, text, direction)
    if (found === null) return false
    recalled.current = found.recall
    put(found.text, found.text.length)
    return true
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // While a word is composed (Japanese, Chinese, …), keys belong to the input method.
    if (event.nativeEvent.isComposing) return
    if (isOpen && onListKey(event)) return
    const { selectionStart, selectionEnd } = event.currentTarget
    const isAtStart = selectionStart === 0 && selectionEnd === 0
    const isRecalling = recalled.current.steps > 0
    if (event.key === 'Enter' && !event.shiftKey && (enterSends || event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      send()
    } else if (event.key === 'ArrowUp' && (isAtStart || isRecalling) && goBack(1)) event.preventDefault()
    else if (event.key === 'ArrowDown' && isRecalling && goBack(-1)) event.preventDefault()
    else if (event.key === 'Escape' && text !== '') {
      // The page's own Escape stops the turn; this one only clears, and ↑ brings it back.
      event.stopPropagation()
      event.preventDefault()
      cleared.current = text
      change('')
    }
  }

  function onListKey(event: KeyboardEvent): boolean {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) setAt((place) => (place + step + items.length) % items.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(items[at]?.value ?? '')
    else if (event.key === 'Escape') setIsClosed(true)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  function onPaste(event: ClipboardEvent) {
    const pasted = [...event.clipboardData.files]
    if (pasted.length === 0) return
    event.preventDefault()
    void attach(pasted)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files may be dropped anywhere on it; the button does the same by keyboard
    <div
      className="composer"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void attach(event.dataTransfer.files)
      }}
    >
      {isOpen && (
        <CompletionList
          id={listId}
          name={completion.kind === 'commands' ? 'Commands' : 'Files'}
          items={items}
          at={at}
          onChoose={(item) => choose(item.value)}
        />
      )}
      <Attachments
        attachments={attachments}
        onRemove={(index) => setAttachments((all) => all.filter((_, place) => place !== index))}
      />
      <textarea
        ref={input}
        className="field"
        aria-label="Message"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? toOptionId(listId, at) : undefined}
        aria-autocomplete="list"
        placeholder={enterSends ? 'Message — / for commands, @ for files' : 'Message — Ctrl+Enter sends'}
        rows={1}
        value={text}
        onChange={(event) => {
          recalled.current = notRecalling
          change(event.target.value, event.target.selectionStart)
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      {problem !== null && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      <div className="row">
        {footer}
        <span className="spacer" />
        <input
          ref={files}
          type="file"
          multiple
          hidden
          onChange={(event) => {
            void attach(event.target.files ?? [])
            event.target.value = ''
          }}
        />
        <button
          type="button"
          className="button"
          aria-label="Attach"
          title="Attach files or pictures"
          onClick={() => files.current?.click()}
        >
          Attach
        </button>
        {isWorking && (
          <button type="button" className="button" onClick={onStop}>
            Stop
          </button>
        )}
        <button type="button" className="button primary" disabled={!canSend} onClick={send}>
          Send
        </button>
      </div>
    </div>
  )
}
