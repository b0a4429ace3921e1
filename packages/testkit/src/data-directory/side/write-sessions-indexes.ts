import { CLAIMED_HOME, type DataFolder } from '../data-folder.ts'
import type { Oracle, OracleSession } from '../oracle/oracle.ts'
import type { SessionPlan } from '../plan/session-plan.ts'

/**
 * `sessions-index.json`, which older CLIs left in some projects. It lags behind: the newest session is missing, and one that
 * was deleted is still named.
 */
export function writeSessionsIndexes(folder: DataFolder, oracle: Oracle, plans: readonly SessionPlan[]): void {
  const folderNames = [...new Set(oracle.projects.map((project) => project.folderName))]
  folderNames.forEach((folderName, number) => {
    if (number % 3 !== 0) return
    const old = oracle.sessions.filter((session) => session.folderName === folderName && session.style === 'old')
    const known = old.filter((session) => session.isListed && session.firstPrompt !== null).slice(0, -1)
    const ids = plans[number]?.ids
    if (known[0] === undefined || ids === undefined) return
    const ghost = { ...toEntry(known[0]), sessionId: ids.uuid() }
    oracle.ghostSessionIds.push(ghost.sessionId)
    const entries = [ghost, ...known.map(toEntry)]
    folder.write(`projects/${folderName}/sessions-index.json`, JSON.stringify({ version: 1, entries }, null, 2))
    oracle.notSessions.push(`projects/${folderName}/sessions-index.json`)
  })
}

function toEntry(session: OracleSession) {
  const { title, counts, tag } = session
  return {
    sessionId: session.id,
    fullPath: `${CLAIMED_HOME}/.claude/${session.file}`,
    fileMtime: session.modifiedMs,
    firstPrompt: session.firstPrompt?.slice(0, 200),
    ...(title?.source === 'generated' && { summary: title.text }),
    ...(title?.source === 'custom' && { customTitle: title.text }),
    ...(tag !== null && { tag }),
    messageCount: counts.prompts + counts.assistantMessages,
    created: new Date(session.createdMs).toISOString(),
    modified: new Date(session.modifiedMs).toISOString(),
    gitBranch: session.gitBranch,
    projectPath: session.projectPath,
    isSidechain: false,
  }
}
