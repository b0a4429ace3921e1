import { createStore } from 'zustand/vanilla'

/** An answer that was given here: on its way, arrived, or refused with a problem. */
export interface GivenAnswer {
  state: 'on its way' | 'arrived' | 'refused'
  problem: string | null
}

/** By request: whoever looks elsewhere and comes back, or to the inbox, sees that it was answered. */
export const givenAnswers = createStore<Readonly<Record<string, GivenAnswer>>>(() => ({}))

export function toAnswerKey(sessionId: string, requestId: string): string {
  return `${sessionId} ${requestId}`
}

/** By then a card that was answered is gone. */
const LINGER_MS = 60_000

export async function giveAnswer(key: string, give: () => Promise<void>): Promise<void> {
  if ((givenAnswers.getState()[key]?.state ?? 'refused') !== 'refused') return
  const note = (answer: GivenAnswer) => givenAnswers.setState({ [key]: answer })
  note({ state: 'on its way', problem: null })
  try {
    await give()
    note({ state: 'arrived', problem: null })
    // Most cards are gone before their answer is confirmed.
    setTimeout(() => forgetAnswer(key), LINGER_MS)
  } catch (error) {
    note({ state: 'refused', problem: (error as Error).message })
  }
}

/** Its card is gone. What is still on its way is remembered for when it is looked at again. */
export function forgetAnswer(key: string): void {
  const { [key]: given, ...others } = givenAnswers.getState()
  if (given !== undefined && given.state !== 'on its way') givenAnswers.setState(others, true)
}
