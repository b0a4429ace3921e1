import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLI_VERSIONS, type CliVersion } from '../real-cli.ts'
import { hasScenario } from '../scenario.ts'
import { allScenarios } from '../scenarios/all-scenarios.ts'
import { recordScenario } from './record-scenario.ts'
import { writeReadme } from './write-readme.ts'

const RECORDINGS = join(import.meta.dirname, '..', '..', 'recordings')

/** Records scenarios on a version: those named, or all it has. Says what failed, and writes nothing of that. */
async function record(version: CliVersion, names: string[]): Promise<string[]> {
  const unknown = names.filter((name) => !allScenarios.some((scenario) => scenario.name === name))
  if (unknown.length > 0) throw new Error(`There is no scenario called ${unknown.join(', ')}`)
  const folder = join(RECORDINGS, version)
  mkdirSync(folder, { recursive: true })
  const failed: string[] = []
  for (const scenario of allScenarios) {
    if (!hasScenario(scenario, version) || (names.length > 0 && !names.includes(scenario.name))) continue
    try {
      const { lines, files } = await recordScenario(scenario, version)
      writeFileSync(join(folder, `${scenario.name}.ndjson`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
      writeFileSync(join(folder, `${scenario.name}.files.json`), `${JSON.stringify(files, null, 1)}\n`)
      console.log(`${version} ${scenario.name}: ${lines.length} lines, ${files.length} files`)
    } catch (error) {
      failed.push(scenario.name)
      console.error(`${version} ${scenario.name} failed: ${(error as Error).message}`)
    }
  }
  writeReadme(RECORDINGS, allScenarios)
  return failed
}

const [version, ...names] = process.argv.slice(2)
if (!CLI_VERSIONS.some((known) => known === version)) {
  console.error(`Which version? One of ${CLI_VERSIONS.join(', ')}, then the scenarios, or none for all.`)
  process.exitCode = 2
} else {
  const failed = await record(version as CliVersion, names)
  if (failed.length > 0) console.error(`${failed.length} failed: ${failed.join(', ')}`)
  process.exitCode = failed.length > 0 ? 1 : 0
}
