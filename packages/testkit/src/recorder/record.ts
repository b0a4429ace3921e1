import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasScenario, type Scenario } from '../scenario-runner/scenario.ts'
import { allScenarios } from '../scenarios/all-scenarios.ts'
import { recordScenario } from './record-scenario.ts'
import { writeReadme } from './write-readme.ts'

const RECORDINGS = join(import.meta.dirname, '..', '..', 'recordings')

/** The scenarios that were named, or all that the version has. Throws for a name that there is none of. */
export function chooseScenarios(version: string, names: readonly string[]): Scenario[] {
  const unknown = names.filter((name) => !allScenarios.some((scenario) => scenario.name === name))
  if (unknown.length > 0) throw new Error(`There is no scenario called ${unknown.join(', ')}`)
  const chosen = allScenarios.filter(({ name }) => names.length === 0 || names.includes(name))
  return chosen.filter((scenario) => hasScenario(scenario, version))
}

/** Records scenarios on a version and says how each went. Gives the names of those that failed, of which nothing is written. */
export async function record(
  version: string,
  scenarios: readonly Scenario[],
  say: (text: string) => void,
): Promise<string[]> {
  const folder = join(RECORDINGS, version)
  mkdirSync(folder, { recursive: true })
  const failed: string[] = []
  for (const scenario of scenarios) {
    try {
      const { lines, files } = await recordScenario(scenario, version)
      writeFileSync(join(folder, `${scenario.name}.ndjson`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
      writeFileSync(join(folder, `${scenario.name}.files.json`), `${JSON.stringify(files, null, 1)}\n`)
      say(`${version} ${scenario.name}: ${lines.length} lines, ${files.length} files`)
    } catch (error) {
      failed.push(scenario.name)
      say(`${version} ${scenario.name} failed: ${(error as Error).message}`)
    }
  }
  writeReadme(RECORDINGS, allScenarios)
  return failed
}
