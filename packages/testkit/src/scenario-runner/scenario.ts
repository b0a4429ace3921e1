import { compareVersions } from '../compare-versions.ts'
import type { ScenarioCli } from './scenario-cli.ts'

/** One thing that happens between a host and the CLI, played on the real one: recorded, or replayed as a test. */
export interface Scenario {
  /** In kebab-case; the name of its recording. */
  name: string
  title: string
  /** How it is made, in a few words. */
  how: string
  /** Only this version and newer ones have it, and why. */
  since?: { from: string; why: string }
  /** Does it, and fails when the wire or the disk is not as it must be. */
  play(cli: ScenarioCli): Promise<void>
}

export function hasScenario(scenario: Scenario, version: string): boolean {
  return scenario.since === undefined || compareVersions(version, scenario.since.from) >= 0
}
