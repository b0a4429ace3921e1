import type { Chance } from '../chance.ts'
import type { DataFolder } from '../data-folder.ts'
import { CLAIMED_HOME } from '../data-folder.ts'
import { Ids } from '../ids.ts'
import type { Oracle } from '../oracle/oracle.ts'
import { toProjectFolderName } from '../plan/to-project-folder-name.ts'
import type { TextPool } from '../text/text-pool.ts'

const MOST_DEBUG_LOGS = 20

/** What a data directory holds besides, and what a reader must pass over. */
export function writeNoise(folder: DataFolder, oracle: Oracle, chance: Chance, text: TextPool): void {
  const ids = new Ids(chance, oracle.seed, 0x3fffffff)
  for (const session of oracle.sessions.filter(({ style }) => style === 'old').slice(0, MOST_DEBUG_LOGS)) {
    folder.write(`debug/${session.id}.txt`, text.log(chance, 600), session.modifiedMs)
    folder.makeFolder(`session-env/${session.id}`)
  }
  const at = oracle.sessions[0]?.createdMs ?? 0
  folder.write(`shell-snapshots/snapshot-bash-${at}-x1y2z3.sh`, 'export PATH=/usr/bin\n', at)
  folder.write(`statsig/statsig.cached.evaluations.${ids.sha256().slice(0, 16)}`, '{"data":{}}', at)
  folder.write(`telemetry/${ids.uuid()}.json`, '[]', at)
  folder.write('plugins/installed_plugins.json', '{"version":1,"plugins":{}}', at)
  folder.write('cache/changelog.md', text.prose(chance, 400), at)
  folder.write('.last-cleanup', new Date(at).toISOString(), at)
  folder.makeFolder('ide')
  writeStrangersInProjects(folder, oracle, ids, text.sentence(chance))
}

function writeStrangersInProjects(folder: DataFolder, oracle: Oracle, ids: Ids, sentence: string): void {
  for (const name of ['abandoned', 'never used']) {
    const folderName = toProjectFolderName(`${CLAIMED_HOME}/code/${name}`)
    folder.makeFolder(`projects/${folderName}`)
    oracle.emptyProjectFolders.push(folderName)
  }
  const project = `projects/${oracle.projects[0]?.folderName}`
  const uuid = ids.uuid()
  const strangers: Record<string, string> = {
    'notes.txt': sentence,
    'memory/MEMORY.md': `# Memory\n\n${sentence}\n`,
    'backup.jsonl': `{"type":"user","message":{"role":"user","content":"${sentence}"}}\n`,
    [`${uuid}.jsonl.bak`]: '{}\n',
    // A session that was opened and never used: it has the right name and nothing in it.
    [`${ids.uuid()}.jsonl`]: '',
  }
  for (const [name, content] of Object.entries(strangers)) {
    folder.write(`${project}/${name}`, content)
    oracle.notSessions.push(`${project}/${name}`)
  }
  folder.makeFolder(`${project}/${ids.uuid()}.jsonl`)
}
