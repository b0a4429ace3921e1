import { allScenarios, CLI_VERSIONS, createRandom, hasScenario, playScenario } from '@quarterdeck/testkit'
import { describe, it } from 'vitest'

const HANDFUL = 10
/** It waits for half a minute on purpose. */
const SLOW = new Set(['bash-long'])

/** The same for the same number, so that a failure can be played again; another number tries others. */
const seed = Number(process.env.QUARTERDECK_SCENARIO_SEED ?? 38325)

function pickHandful(version: (typeof CLI_VERSIONS)[number]) {
  const random = createRandom(seed)
  const candidates = allScenarios.filter((scenario) => hasScenario(scenario, version) && !SLOW.has(scenario.name))
  const drawn = candidates.map((scenario) => ({ scenario, order: random() })).sort((a, b) => a.order - b.order)
  return drawn.slice(0, HANDFUL).map(({ scenario }) => scenario)
}

describe.each(CLI_VERSIONS)('the real CLI %s still does what its recordings say', (version) => {
  it.each(pickHandful(version))('$name: $title', (scenario) => playScenario(scenario, version))
})
