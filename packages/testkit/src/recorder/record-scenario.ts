import { playScenario } from '../scenario-runner/play-scenario.ts'
import type { Scenario } from '../scenario-runner/scenario.ts'
import type { ScenarioCli } from '../scenario-runner/scenario-cli.ts'
import type { RecordLine } from '../scenario-runner/scenario-process.ts'
import { type Cleaner, cleanLine } from './clean-value.ts'
import { collectFiles, type RecordedFile } from './collect-files.ts'
import { toMachine, withoutMachine } from './machine.ts'
import { OwnWords } from './own-words.ts'

export interface Recording {
  lines: (RecordLine & { cut?: number })[]
  files: RecordedFile[]
}

/** Plays a scenario on a real CLI and gives what was said and left, cleaned. */
export async function recordScenario(scenario: Scenario, version: string): Promise<Recording> {
  let recording: Recording | undefined
  await playScenario(scenario, version, {
    collect(cli) {
      const cleaner = toCleaner(cli)
      recording = { lines: cli.record.map((entry) => cleanEntry(entry, cleaner)), files: collectFiles(cli, cleaner) }
    },
  })
  if (recording === undefined) throw new Error(`Nothing was recorded of ${scenario.name}`)
  return recording
}

function toCleaner(cli: ScenarioCli): Cleaner {
  const machine = toMachine(cli)
  const own = new OwnWords()
  const add = (text: string) => own.add(parseOr(withoutMachine(text, machine)))
  for (const entry of cli.record) if (entry.dir === 'in') add(entry.line)
  add(JSON.stringify(cli.model.sent))
  for (const text of [...cli.project.written, ...cli.home.written]) own.add(withoutMachine(text, machine))
  return { machine, own }
}

function parseOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function cleanEntry(entry: RecordLine, cleaner: Cleaner): Recording['lines'][number] {
  if (entry.dir === 'start') return { ...entry, argv: entry.argv.map((word) => withoutMachine(word, cleaner.machine)) }
  if (entry.dir === 'exit') return entry
  const { line, cut } = cleanLine(entry.line, cleaner)
  return { ...entry, line, ...(cut > 0 ? { cut } : {}) }
}
