import { compareVersions } from '../compare-versions.ts'
import { recordScenario } from '../recorder/record-scenario.ts'
import { listRecordedVersions, listRecordings, readRecording } from '../scenario-runner/read-recording.ts'
import type { Scenario } from '../scenario-runner/scenario.ts'
import { compareShapes, isSame, type ShapeDifference } from './compare-shapes.ts'
import { findUnread } from './find-unread.ts'

/** What another version of the CLI says differently. */
export interface Drift {
  /** The recorded version it was compared with. */
  against: string
  /** Those that both versions have: only of them can be told what changed. */
  scenarios: string[]
  difference: ShapeDifference
  /** Of the other version, that our schemas do not read. */
  unread: string[]
  /** Scenarios that do not come out as they must, and why. */
  failed: string[]
}

/** A few scenarios that between them show most messages, for a look that takes a minute; naming others is up to the person. */
export const QUICK_SCENARIOS: readonly string[] = [
  ...['plain-text', 'thinking', 'two-turns', 'edit', 'write-create', 'bash', 'bash-failing', 'parallel-tools'],
  ...['deny-with-reason', 'always-allow-session', 'question-single', 'plan-approved', 'subagent', 'task-list'],
  ...['interrupt-text', 'interrupt-prompt', 'queued-message', 'api-error', 'api-retry', 'command-compact'],
  ...['hooks-of-the-host', 'set-model', 'set-permission-mode', 'unknown-request'],
]

/** The recorded version nearest below, else the oldest: the smaller the step, the shorter the list. */
export function chooseBaseline(version: string, recorded: readonly string[]): string | undefined {
  const others = recorded.filter((each) => each !== version).sort(compareVersions)
  return others.findLast((each) => compareVersions(each, version) < 0) ?? others[0]
}

/** Plays scenarios on a version that is installed, and compares what it says with a recorded version. */
export async function findDrift(
  version: string,
  scenarios: readonly Scenario[],
  options: { against?: string | undefined; say: (text: string) => void },
): Promise<Drift> {
  const against = options.against ?? chooseBaseline(version, listRecordedVersions())
  if (against === undefined) throw new Error('There is no recording of another version to compare with.')
  const recorded = listRecordings(against)
  const before: string[] = []
  const after: string[] = []
  const failed: string[] = []
  const played: string[] = []
  for (const scenario of scenarios.filter(({ name }) => recorded.includes(name))) {
    options.say(scenario.name)
    try {
      const { lines } = await recordScenario(scenario, version)
      after.push(...toOut(lines))
      before.push(...toOut(readRecording(against, scenario.name).lines))
      played.push(scenario.name)
    } catch (error) {
      failed.push(`${scenario.name}: ${(error as Error).message.split('\n')[0]}`)
    }
  }
  return { against, scenarios: played, difference: compareShapes(before, after), unread: findUnread(after), failed }
}

export function hasDrift({ difference, unread, failed }: Drift): boolean {
  return !isSame(difference) || unread.length > 0 || failed.length > 0
}

function toOut(lines: readonly { dir: string; line?: string }[]): string[] {
  return lines.flatMap(({ dir, line }) => (dir === 'out' && line !== undefined ? [line] : []))
}
