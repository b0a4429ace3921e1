/** What a session is doing, in the words that the page and the API have for it. */
export type SessionStatus =
  | 'starting'
  | 'ready'
  | 'working'
  | 'awaiting approval'
  | 'awaiting answer'
  | 'idle'
  | 'error'
  | 'disconnected'
