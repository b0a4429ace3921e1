import { useEffect, useState } from 'react'
import type { CompletionItem } from './CompletionList.tsx'
import type { Completion } from './find-completion.ts'
import { type CommandInfo, rankCommands } from './rank-commands.ts'

export interface CompletionSources {
  listCommands: () => Promise<readonly CommandInfo[]>
  findFiles: (query: string) => Promise<readonly string[]>
}

const MAX_ITEMS = 100

/** What fits what is being typed. An answer that comes late for an older query is not shown. */
export function useCompletions(completion: Completion | null, sources: CompletionSources): readonly CompletionItem[] {
  const [items, setItems] = useState<readonly CompletionItem[]>([])
  const kind = completion?.kind
  const query = completion?.query ?? ''
  useEffect(() => {
    if (kind === undefined) return setItems([])
    let isOver = false
    const found =
      kind === 'commands'
        ? sources.listCommands().then((commands) => rankCommands(commands, query).map(toCommandItem))
        : sources.findFiles(query).then((paths) => paths.map((path) => ({ value: path, label: path })))
    found.then(
      (all) => !isOver && setItems(all.slice(0, MAX_ITEMS)),
      () => !isOver && setItems([]),
    )
    return () => {
      isOver = true
    }
  }, [kind, query, sources])
  return items
}

function toCommandItem({ name, description, argumentHint, from }: CommandInfo): CompletionItem {
  return {
    value: name,
    label: `/${name}`,
    ...(argumentHint && { argument: argumentHint }),
    ...(description && { hint: description }),
    ...(from && { from }),
  }
}
