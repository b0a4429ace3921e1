import type { Draft } from '@quarterdeck/transcript'

/** What Claude is writing right now. */
export function DraftView({ drafts }: { drafts: readonly Draft[] }) {
  return (
    <article aria-label="Claude, writing">
      <p className="entry-name">Claude</p>
      {drafts.map((draft) => (
        <div className="part" key={`${draft.messageId} ${draft.index}`}>
          {draft.kind === 'text' && <div className="words">{draft.text}</div>}
          {draft.kind === 'thinking' && <div className="words quiet">{draft.text}</div>}
          {draft.kind === 'tool' && <pre className="quiet">{draft.text}</pre>}
        </div>
      ))}
    </article>
  )
}
