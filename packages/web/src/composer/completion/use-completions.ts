import { useEffect, useMemo, useState } from 'react'
import type { CompletionItem } from './CompletionList.tsx'
import type { Completion } from './find-completion.ts'
import { type CommandInfo, rankCommands } from './rank-commands.ts'

export interface CompletionSources {
  listCommands: () => Promise<readonly CommandInfo[]>
  findFiles: (query: string) => Promise<readonly string[]>
  /** The resources of the session's MCP servers, as far as they are known. */
  findResources: (query: string) => Promise<readonly CompletionItem[]>
}

export interface Completions {
  items: readonly CompletionItem[]
  /** They are for what stands there now, and not for what stood there before the last key. */
  areCurrent: boolean
}

const MAX_ITEMS = 100
const NONE: Completions = { items: [], areCurrent: true }

/** The completions of the text at the caret. An answer that comes late for an older query is not shown. */
export function useCompletions(completion: Completion | null, sources: CompletionSources): Completions {
  const kind = completion?.kind
  const query = completion?.query ?? ''
  const commands = useCommands(kind === 'commands', sources)
  const files = useFiles(kind === 'files' ? query : null, sources)
  const ranked = useMemo(() => rankCommands(commands, query).slice(0, MAX_ITEMS).map(toCommandItem), [commands, query])
  if (kind === 'commands') return { items: ranked, areCurrent: true }
  return kind === 'files' ? files : NONE
}

/** The commands, read anew whenever somebody begins to type one. */
function useCommands(isWanted: boolean, { listCommands }: CompletionSources): readonly CommandInfo[] {
  const [commands, setCommands] = useState<readonly CommandInfo[]>([])
  useEffect(() => {
    if (!isWanted) return
    let isOver = false
    listCommands().then(
      (all) => isOver || setCommands(all),
      () => isOver || setCommands([]),
    )
    return () => {
      isOver = true
    }
  }, [isWanted, listCommands])
  return commands
}

function useFiles(query: string | null, { findFiles, findResources }: CompletionSources): Completions {
  const [found, setFound] = useState<{ query: string; items: readonly CompletionItem[] }>({ query: '', items: [] })
  useEffect(() => {
    if (query === null) return setFound({ query: '', items: [] })
    let isOver = false
    Promise.all([
      findFiles(query).then((paths) => paths.slice(0, MAX_ITEMS).map((path) => ({ value: path, label: path })), toNone),
      findResources(query).catch(toNone),
    ]).then(([files, resources]) => isOver || setFound({ query, items: [...files, ...resources.slice(0, MAX_ITEMS)] }))
    return () => {
      isOver = true
    }
  }, [query, findFiles, findResources])
  return { items: found.items, areCurrent: found.query === query }
}

const toNone = (): CompletionItem[] => []

function toCommandItem({ name, description, argumentHint, from }: CommandInfo): CompletionItem {
  return {
    value: name,
    label: `/${name}`,
    ...(argumentHint && { argument: argumentHint }),
    ...(description && { hint: description }),
    ...(from && { from }),
  }
}
