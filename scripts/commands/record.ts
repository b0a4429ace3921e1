import { CLI_VERSIONS, chooseScenarios, installCli, record } from '@quarterdeck/testkit'
import { Problem } from '../bootstrap/problem.mjs'
import { command } from '../command.ts'

await command(async ([version, ...names]) => {
  if (version === undefined)
    throw new Problem(`Which version? For example: npm run record -- ${CLI_VERSIONS[1]} [scenario…]`)
  const scenarios = prepare(version, names)
  const failed = await record(version, scenarios, (text) => process.stdout.write(`${text}\n`))
  if (failed.length > 0) process.stderr.write(`${failed.length} failed: ${failed.join(', ')}\n`)
  return failed.length === 0 ? 0 : 1
})

function prepare(version: string, names: string[]) {
  try {
    installCli(version)
    return chooseScenarios(version, names)
  } catch (error) {
    throw new Problem((error as Error).message)
  }
}
