import { createContext, useContext, useEffect, useState } from 'react'

/** The rows that a reader has opened or closed, and closed ones with a hit of a search inside. Rows out of sight are not drawn, and must come back as they were. */
export interface Openness {
  choices: Map<string, boolean>
  revealed: ReadonlySet<string>
}

export const OpennessContext = createContext<Openness>({ choices: new Map(), revealed: new Set() })

/**
 * Whether something stands open: as the reader chose, else as it is at first. What `stays` and was drawn open is open until the reader
 * closes it: it would close around what is being read.
 */
export function useOpenness(
  key: string,
  isOpenAtFirst: boolean,
  { stays = false }: { stays?: boolean } = {},
): [isOpen: boolean, setIsOpen: (is: boolean) => void] {
  const { choices, revealed } = useContext(OpennessContext)
  if (stays && isOpenAtFirst && !choices.has(key)) choices.set(key, true)
  const [choice, setChoice] = useState(() => choices.get(key))
  const isRevealed = revealed.has(key)
  useEffect(() => {
    if (isRevealed) setChoice(true)
  }, [isRevealed])
  return [
    choice ?? (isRevealed || isOpenAtFirst || (stays && choices.get(key) === true)),
    (isOpen) => {
      choices.set(key, isOpen)
      setChoice(isOpen)
    },
  ]
}
