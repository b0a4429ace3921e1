type IsWanted = (bytes: Buffer) => boolean

const CWD = Buffer.from('"cwd":')
const FILES = ['"type":"file-history-', '"filePath":', '"notebook_path":'].map((mark) => Buffer.from(mark))
const LISTS = ['"TodoWrite"', '"TaskCreate"', '"TaskUpdate"'].map((mark) => Buffer.from(mark))
const RESULT = Buffer.from('"tool_result"')
const ID = /"id":"(?!msg_)([^"\\]+)"/g

/** Lines that tell of versions of files, and all up to the one that names the folder. */
export function isOfFiles(): IsWanted {
  let isFolderKnown = false
  return (bytes) => {
    if (!isFolderKnown) {
      isFolderKnown = bytes.includes(CWD)
      return true
    }
    return FILES.some((mark) => bytes.includes(mark))
  }
}

/** Results of tools that name a path. */
export function isOfPath(path: string): IsWanted {
  const mark = Buffer.from(JSON.stringify(path))
  return (bytes) => bytes.includes(RESULT) && bytes.includes(mark)
}

/** Lines with calls of the tools that keep lists, and with what those answered. */
export function isOfTodos(): IsWanted {
  const calls = new Set<string>()
  return (bytes) => {
    if (LISTS.some((mark) => bytes.includes(mark))) {
      for (const [, id] of bytes.toString('latin1').matchAll(ID)) if (id !== undefined) calls.add(id)
      return true
    }
    if (calls.size === 0 || !bytes.includes(RESULT)) return false
    const answered = [...calls].filter((id) => bytes.includes(id))
    for (const id of answered) calls.delete(id)
    return answered.length > 0
  }
}
