import { Conversation, type Taped } from '../conversation.ts'
import { RequestLog } from '../lines/request-lines.ts'
import type { OracleSession } from '../oracle/oracle.ts'
import { SessionRecord } from '../oracle/session-record.ts'
import { createTally } from '../oracle/tally.ts'
import type { UsageBy } from '../oracle/usage-by.ts'
import type { Feature } from '../plan/features.ts'
import type { SessionPlan } from '../plan/session-plan.ts'
import { SessionClock } from '../session-clock.ts'
import type { TextPool } from '../text/text-pool.ts'
import { Workspace } from '../tools/workspace.ts'
import { TranscriptFile } from '../transcript-file.ts'
import { writeAgentTurn } from './agent-turn.ts'
import { writeChangeTurns } from './change-turns.ts'
import { copySession, type Origin } from './copy-session.ts'
import { damageEnd, damageMiddle, toFormat } from './damage-session.ts'
import * as disturbances from './disturbances.ts'
import { finishSession, writeArchiveMark } from './finish-session.ts'
import { writeTaskTurns, writeTodoTurns } from './list-turns.ts'
import { writeNeedleTurn } from './needle-turn.ts'
import { writeOrdinaryTurn } from './ordinary-turn.ts'
import * as rich from './rich-turns.ts'
import type { SessionWork, SharedWork } from './session-work.ts'

/** The context at which the CLI compacts by itself. */
const FULL_CONTEXT_TOKENS = 160_000
const SMALLEST_TURN_BYTES = 3000

const FEATURE_TURNS: Partial<Record<Feature, (work: SessionWork) => void>> = {
  subagent: (work) => writeAgentTurn(work),
  'loose-agent-file': (work) => writeAgentTurn(work),
  todos: writeTodoTurns,
  tasks: writeTaskTurns,
  question: rich.writeQuestionTurn,
  plan: rich.writePlanTurn,
  web: rich.writeWebTurn,
  image: rich.writeImageTurn,
  'kept-output': rich.writeKeptOutputTurn,
  pasted: rich.writePasteTurns,
  'file-history': writeChangeTurns,
  hooks: disturbances.writeHookLines,
  commands: disturbances.writeCommands,
  interrupted: disturbances.writeInterruptedTurns,
  'api-errors': disturbances.writeApiErrors,
  'edited-prompt': disturbances.writeEditedPrompt,
  microcompaction: disturbances.writeMicrocompaction,
  compaction: (work) => disturbances.writeCompaction(work, 'manual'),
}

interface Surroundings {
  shared: SharedWork
  text: TextPool
  usage: UsageBy
  untilMs: number
  origin: Origin | undefined
}

/** Writes one session with all that belongs to it. */
export function writeSession(plan: SessionPlan, around: Surroundings): Origin {
  const { shared, origin } = around
  const work = openSession(plan, around)
  const { conversation } = work
  if (plan.copyOf !== null && origin !== undefined) copySession(work, origin, plan.copyOf.kind)
  if (plan.features.has('commands-only')) disturbances.writeCommands(work)
  else writeTurns(work)
  finishSession(work)
  if (plan.features.has('huge-line')) rich.writeHugeLine(work)
  damageEnd(work)
  conversation.record.settle()

  const { session } = conversation.record
  const { file } = conversation
  file.close(session.modifiedMs)
  shared.folder.count(file.bytes)
  session.bytes = file.bytes
  session.gitBranch = conversation.place.gitBranch
  session.counts.lines = file.intactLines
  session.counts.damagedLines = file.damagedLines
  writeArchiveMark(work)
  if (plan.damage !== null) {
    const { intactLines, damagedLines } = file
    shared.oracle.damage.push({ file: session.file, kind: plan.damage, intactLines, damagedLines })
  }
  shared.oracle.sessions.push(session)
  return { session, tape: conversation.tape ?? [] }
}

function writeTurns(work: SessionWork): void {
  const { conversation, plan } = work
  const { file, chance } = conversation
  const bytesLeft = () => plan.bytes - file.bytes
  writeOrdinaryTurn(work, Math.min(bytesLeft(), 12_000))
  damageMiddle(work)
  for (const feature of plan.features) FEATURE_TURNS[feature]?.(work)
  const plants = plan.plants.map((plant) => ({ plant, from: chance.random() * 0.8 * plan.bytes }))
  plants.sort((one, other) => one.from - other.from)
  if (plan.features.has('huge-line')) plan.bytes -= work.hugeLineBytes
  while (bytesLeft() > SMALLEST_TURN_BYTES) {
    while (plants[0] !== undefined && plants[0].from <= file.bytes)
      writeNeedleTurn(work, (plants.shift() as Planted).plant)
    if (conversation.contextTokens > FULL_CONTEXT_TOKENS) disturbances.writeCompaction(work)
    if (plan.features.has('moved-folder') && bytesLeft() < plan.bytes / 2) move(work)
    writeOrdinaryTurn(work, bytesLeft())
  }
  for (const { plant } of plants) writeNeedleTurn(work, plant)
}

type Planted = { plant: SessionPlan['plants'][number] }

/** The session goes on in another folder and branch; it still belongs to the project in which it began. */
function move({ conversation, plan }: SessionWork): void {
  conversation.place.cwd = `${plan.project.path}/packages/inner`
  conversation.place.gitBranch = `${plan.gitBranch}-2`
}

function openSession(plan: SessionPlan, { shared, text, usage, untilMs }: Surroundings): SessionWork {
  const { folder, oracle } = shared
  const relative = `projects/${plan.project.folderName}/${plan.id}`
  const fileName = `${relative}.jsonl`
  const session = createSession(plan, fileName)
  const clock = new SessionClock(plan.chance, plan.startMs, untilMs)
  const record = new SessionRecord(session, oracle, usage)
  const file = new TranscriptFile(folder.at(fileName), toFormat(plan.damage))
  const { ids, chance, style, version, gitBranch } = plan
  const conversation = new Conversation({
    place: {
      style,
      version,
      gitBranch,
      sessionId: plan.id,
      cwd: plan.project.path,
      isSidechain: plan.features.has('sidechain-session'),
      entrypoint: chance.yes(0.8) ? 'cli' : 'sdk-cli',
    },
    chance,
    ids,
    clock,
    text,
    file,
    fileName,
    record,
    tape: plan.isCopied ? ([] as Taped[]) : null,
  })
  const tracksFiles = plan.features.has('file-history') && !plan.features.has('moved-folder')
  return {
    ...shared,
    plan,
    conversation,
    relative,
    workspace: new Workspace(tracksFiles ? { folder, versions: oracle.fileVersions } : null),
    requests: style === 'new' ? new RequestLog() : null,
    promptIndex: 0,
    historyEntries: 0,
    todos: null,
    toolsUsed: new Set(),
  }
}

function createSession(plan: SessionPlan, file: string): OracleSession {
  return {
    id: plan.id,
    file,
    projectPath: plan.project.path,
    folderName: plan.project.folderName,
    style: plan.style,
    version: plan.version,
    bytes: 0,
    createdMs: Number.POSITIVE_INFINITY,
    modifiedMs: 0,
    isListed: !plan.features.has('sidechain-session'),
    isArchived: false,
    title: null,
    firstPrompt: null,
    lastPrompt: null,
    tag: null,
    agentName: null,
    agentColor: null,
    gitBranch: plan.gitBranch,
    model: null,
    permissionMode: null,
    pullRequest: null,
    copyOf: null,
    counts: { prompts: 0, assistantMessages: 0, toolCalls: 0, lines: 0, damagedLines: 0 },
    usage: createTally(),
    ownUsage: createTally(),
    subagents: [],
    branches: [],
    compactions: 0,
  }
}
