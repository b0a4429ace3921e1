import { createContext, useContext, useEffect, useState } from 'react'

/** What a reader has opened or closed, and what was found inside of something closed. Only what is seen is drawn: what scrolls away must come back as it was. */
export interface Openness {
  choices: Map<string, boolean>
  revealed: ReadonlySet<string>
}

export const OpennessContext = createContext<Openness>({ choices: new Map(), revealed: new Set() })

/** Whether something stands open: as the reader chose, else as it is at first. */
export function useOpenness(key: string, isOpenAtFirst: boolean): [isOpen: boolean, setIsOpen: (is: boolean) => void] {
  const { choices, revealed } = useContext(OpennessContext)
  const [choice, setChoice] = useState(() => choices.get(key))
  const isRevealed = revealed.has(key)
  useEffect(() => {
    if (isRevealed) setChoice(true)
  }, [isRevealed])
  return [
    choice ?? (isRevealed || isOpenAtFirst),
    (isOpen) => {
      choices.set(key, isOpen)
      setChoice(isOpen)
    },
  ]
}
