/** A message that holds what was looked for, as `GET /api/claude/search` tells it. */
export interface SearchHit {
  sessionId: string
  title: string
  projectPath: string | null
  uuid: string
  agentId: string | null
  role: 'user' | 'assistant' | 'tool'
  tool?: string
  text: string
  /** Where the hits stand in the text, from and to. */
  marks: [number, number][]
  timestamp: string | null
}

export interface SearchPage {
  items: SearchHit[]
  nextCursor: string | null
  matched: 'words' | 'substrings'
  unindexedFiles: number
}
