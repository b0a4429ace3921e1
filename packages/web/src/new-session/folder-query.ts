/** What is asked of the server for a path that is being typed: the folder to look into, and how the name goes on. */
export interface FolderQuery {
  /** Null: the roots. */
  folder: string | null
  begins: string
}

export function toFolderQuery(typed: string): FolderQuery {
  const at = typed.lastIndexOf('/')
  if (at === -1) return { folder: null, begins: typed }
  return { folder: at === 0 ? '/' : typed.slice(0, at), begins: typed.slice(at + 1) }
}

/** `~` is the first root, which is the home folder where nobody has named others. */
export function expandHome(typed: string, home: string | undefined): string {
  return home !== undefined && /^~(?=\/|$)/.test(typed) ? home + typed.slice(1) : typed
}
