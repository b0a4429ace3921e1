import {
  chooseScenarios,
  findDrift,
  hasDrift,
  installCli,
  printDrift,
  QUICK_SCENARIOS,
  type Scenario,
} from '@quarterdeck/testkit'
import { Problem } from '../bootstrap/problem.mjs'
import { command } from '../command.ts'

const USAGE = 'npm run drift -- VERSION [--against=VERSION] [--all | scenario…]'

/** Tells what a version of the CLI says differently from one that was recorded: 0 for nothing, 1 for something. */
await command(async ([version, ...args]) => {
  if (version === undefined || version.startsWith('-')) throw new Problem(`Which version? ${USAGE}`)
  const against = args.find((word) => word.startsWith('--against='))?.slice('--against='.length)
  const strange = args.filter((word) => word.startsWith('-') && word !== '--all' && !word.startsWith('--against='))
  if (strange.length > 0) throw new Problem(`'${strange[0]}' is not known here. ${USAGE}`)
  const names = args.filter((word) => !word.startsWith('-'))
  const quick = args.includes('--all') || names.length > 0 ? names : [...QUICK_SCENARIOS]
  const scenarios = prepare(version, quick)
  const drift = await findDrift(version, scenarios, { against, say: (text) => process.stderr.write(`${text}\n`) })
  if (drift.scenarios.length === 0 && drift.failed.length === 0)
    throw new Problem(`CLI ${drift.against} has no recording of any of these scenarios. npm run record makes one.`)
  process.stdout.write(printDrift(version, drift))
  return hasDrift(drift) ? 1 : 0
})

function prepare(version: string, names: string[]): Scenario[] {
  try {
    installCli(version)
    return chooseScenarios(version, names)
  } catch (error) {
    throw new Problem((error as Error).message)
  }
}
