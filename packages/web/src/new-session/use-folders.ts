import type { FolderRow } from '@quarterdeck/contract/routes'
import { useMemo } from 'react'
import { useLive } from '../frame/quarterdeck.ts'
import { useDebounced } from '../parts/use-debounced.ts'
import { useReading } from '../reading/use-reading.ts'
import { toFolderName } from '../text/to-folder-name.ts'
import { expandHome, toFolderQuery } from './folder-query.ts'

export interface FolderOption {
  name: string
  path: string
  hint: string
}

const RECENT = 8
const TYPING_MS = 120

/** Completions of a typed folder, and the server's answer about the folder itself. */
export function useFolders(typed: string) {
  const rows = useLive((state) => state.rows)
  const settled = useDebounced(typed, TYPING_MS)
  const roots = useReading('GET /api/folders', { query: { limit: 50 } }).data
  const home = roots?.items[0]?.path
  const path = expandHome(settled.trim(), home)
  const isAbsolute = path.startsWith('/')
  const asked = toFolderQuery(path)
  const inside = useReading('GET /api/folders', isAbsolute ? toAsked(asked.folder ?? '/', asked.begins) : null)
  // A key may come before the answer: it chooses of what fits the words that stand there, and not of what fitted older ones.
  const wanted = expandHome(typed.trim(), home)
  const { folder, begins } = toFolderQuery(wanted)
  const isOfWanted = isAbsolute && folder === asked.folder
  const exact = useReading('GET /api/folders', isAbsolute ? toAsked(path, '') : null)

  const options = useMemo(() => {
    if (wanted.startsWith('/')) {
      if (!isOfWanted) return []
      const found = inside.data?.items.filter(({ name }) => name.toLowerCase().startsWith(begins.toLowerCase())) ?? []
      const up = inside.data?.parent
      return [
        ...(up != null && begins === '' ? [{ name: '..', path: up, hint: 'the folder above' }] : []),
        ...found.map(toOption),
      ]
    }
    const recent = [...new Set(rows?.map((row) => row.projectPath))].slice(0, RECENT)
    const known = recent.map((each) => ({ name: toFolderName(each), path: each, hint: each }))
    const others = roots?.items.filter((each) => !recent.includes(each.path)).map(toRootOption) ?? []
    return [...known, ...others].filter((option) => option.path.toLowerCase().includes(wanted.toLowerCase()))
  }, [wanted, isOfWanted, begins, inside.data, rows, roots])

  return {
    options,
    /** As the server would have to be told it. */
    path: wanted,
    /** Undefined where that is not known. */
    isTrusted: exact.data?.isTrusted,
    /** The problem of the typed folder, once typing has come to rest. */
    problem: settled === typed && exact.data === null && isAbsolute ? exact.problem : null,
  }
}

function toAsked(path: string, begins: string) {
  return { query: { path, limit: 500, hidden: begins.startsWith('.') || undefined } }
}

function toOption({ name, path, isProject }: FolderRow): FolderOption {
  return { name, path, hint: isProject ? 'project' : '' }
}

function toRootOption({ name, path }: FolderRow): FolderOption {
  return { name, path, hint: path }
}
