/** What a person typed, as `history.jsonl` keeps it. */
export interface Prompt {
  /** With placeholders such as `[Pasted text #1 +92 lines]`. */
  display: string
  /** With what was pasted in the place of its placeholder. */
  text: string
  pastes: Paste[]
  project: string | null
  sessionId: string | null
  atMs: number | null
  /** Where its line begins: pages are asked for by it. */
  offset: number
}

export interface Paste {
  id: number
  type: string
  /** Null where the copy is gone. The history keeps no images. */
  content: string | null
  contentHash: string | null
  filename: string | null
}
