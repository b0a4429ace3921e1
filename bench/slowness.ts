import { parseAnswers } from './parse-answers.ts'

/** The bars were set where one thread parsed the answers of 1.06 GB in 1.23 s; those of a session of 50 MB are a 22nd of that. */
const PARSE_MS = 56
const ROUNDS = 3

/** How much slower this machine is at this moment than the one on which the bars were set; at least 1. */
export function toSlowness(session: string): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const started = performance.now()
    parseAnswers([session])
    return performance.now() - started
  })
  return Math.max(1, Math.min(...times) / PARSE_MS)
}

/**
 * The middle of some rounds, as it would be on the machine the bars were set on. How slow this one is, is measured right before and right
 * behind them, so that a machine that is busy for a while is not taken for slow code.
 */
export async function measureBeside(session: string, rounds: number, act: () => Promise<number>): Promise<number> {
  const before = toSlowness(session)
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await act())
  const slowness = (before + toSlowness(session)) / 2
  return (times.sort((one, other) => one - other)[Math.floor(rounds / 2)] as number) / slowness
}
