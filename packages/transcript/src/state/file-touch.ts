/** How often a file was read and edited, and by which call last. */
export interface FileTouch {
  readonly path: string
  readonly reads: number
  readonly edits: number
  readonly isCreated: boolean
  readonly linesAdded: number
  readonly linesRemoved: number
  /** The newest call that touched it, the line that it came with, and when. */
  readonly toolId: string
  readonly uuid?: string
  readonly at?: string
}
