import type { ProjectPlan } from '../plan/plan-projects.ts'
import type { Oracle, OracleSession } from './oracle.ts'
import { toStreaks } from './streaks.ts'
import type { Usage } from './usage-by.ts'

export function createOracle(seed: number, projects: readonly ProjectPlan[], usage: Usage): Oracle {
  const noStreaks = toStreaks([])
  return {
    seed,
    files: 0,
    bytes: 0,
    projects: projects.map((project) => ({ ...project, sessionIds: [] })),
    emptyProjectFolders: [],
    notSessions: [],
    ghostSessionIds: [],
    sessions: [],
    usage,
    tools: {},
    needles: [],
    decoys: [],
    damage: [],
    fileVersions: [],
    todos: [],
    tasks: [],
    plans: [],
    history: { prompts: 0, pastes: [] },
    prompts: 0,
    longest: { byBytes: '', byPrompts: '', byDuration: '' },
    streaks: { utc: noStreaks, local: noStreaks },
  }
}

/** What can only be said when all sessions are written. */
export function finishOracle(oracle: Oracle): void {
  const { sessions, projects, usage } = oracle
  for (const project of projects) {
    project.sessionIds = sessions.filter(({ projectPath }) => projectPath === project.path).map(({ id }) => id)
  }
  for (const { id, subagents } of sessions) {
    for (const { file } of subagents) if (!file.includes(`${id}/subagents/`)) oracle.notSessions.push(file)
  }
  oracle.longest = {
    byBytes: findMost(sessions, ({ bytes }) => bytes),
    byPrompts: findMost(sessions, ({ counts }) => counts.prompts),
    byDuration: findMost(sessions, ({ createdMs, modifiedMs }) => modifiedMs - createdMs),
  }
  oracle.streaks = { utc: toStreaks(Object.keys(usage.utc.byDay)), local: toStreaks(Object.keys(usage.local.byDay)) }
}

function findMost(sessions: readonly OracleSession[], measure: (session: OracleSession) => number): string {
  return sessions.toSorted((one, other) => measure(other) - measure(one))[0]?.id ?? ''
}
