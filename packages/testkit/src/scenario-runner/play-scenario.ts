import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ScriptedModel, startScriptedModel } from '../model/scripted-model.ts'
import type { Scenario } from './scenario.ts'
import { ScenarioCli } from './scenario-cli.ts'

export interface PlayOptions {
  /** What to take from the run while its files are still there. */
  collect?: (cli: ScenarioCli) => void
  /** For a harness that wants to spoil what the scenario relies on. */
  prepare?: (model: ScriptedModel) => void
}

/** Plays a scenario on a real CLI in a home that is gone afterwards. Fails when the scenario does, or the model had no answer. */
export async function playScenario(scenario: Scenario, version: string, options: PlayOptions = {}): Promise<void> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'quarterdeck-')))
  const model = await startScriptedModel()
  options.prepare?.(model)
  const cli = new ScenarioCli({ version, home, model })
  try {
    await scenario.play(cli)
    // The newer CLI ends with 1 when the last turn ended in an error, which a scenario may well want.
    if (cli.isRunning) await cli.stop({ forced: false })
    options.collect?.(cli)
  } finally {
    if (cli.isRunning) await cli.stop({})
    try {
      await model.close()
    } finally {
      rmSync(home, { recursive: true, force: true, maxRetries: 3 })
    }
  }
}
