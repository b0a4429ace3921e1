import { useState } from 'react'

/** Something that is done from a panel: what came of it, in a sentence. */
export function useAction() {
  const [state, setState] = useState<{ done: string | null; problem: string | null; isBusy: boolean }>({
    done: null,
    problem: null,
    isBusy: false,
  })
  return {
    ...state,
    /** Does it, and says `done` when it is. Gives whether it was. */
    async run(work: () => Promise<unknown>, done: string): Promise<boolean> {
      setState({ done: null, problem: null, isBusy: true })
      try {
        await work()
        setState({ done, problem: null, isBusy: false })
        return true
      } catch (error) {
        setState({ done: null, problem: (error as Error).message, isBusy: false })
        return false
      }
    },
  }
}
