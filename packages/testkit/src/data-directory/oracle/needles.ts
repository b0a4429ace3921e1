export type NeedleKind =
  | 'prompt'
  | 'text'
  | 'thinking'
  | 'command'
  | 'path'
  | 'result'
  | 'subagent'
  | 'cjk'
  | 'phrase'
  | 'substring'
  | 'spread'

export type DecoyKind = 'attachment' | 'request' | 'meta' | 'base64'

export interface NeedleHit {
  sessionId: string
  file: string
  uuid: string
}

/** A search for `query` must find these lines and no other; letter case does not matter. */
export interface Needle {
  kind: NeedleKind
  query: string
  hits: NeedleHit[]
}

/** Stands in the files, in a place that is not searched: a search for `query` must find nothing. */
export interface Decoy {
  kind: DecoyKind
  query: string
  sessionId: string
  file: string
}
