import { addCostState, addPullRequest, addSessionFact } from '../lines/fact-lines.ts'
import { toTitleText } from '../text/prompt-text.ts'
import { ADJECTIVES, NOUNS } from '../text/words.ts'
import type { SessionWork } from './session-work.ts'

/** The facts at the end of a session's file. Where one is said twice, the last counts. */
export function finishSession(work: SessionWork): void {
  const { conversation, plan } = work
  const { chance, record } = conversation
  const { session } = record
  const { features } = plan
  writeTitles(work)
  if (features.has('tag') || features.has('tag-removed')) {
    session.tag = chance.pick(NOUNS)
    addSessionFact(conversation, 'tag', { tag: session.tag })
    if (features.has('tag-removed')) {
      session.tag = null
      addSessionFact(conversation, 'tag', { tag: '' })
    }
  }
  if (features.has('agent-name')) {
    session.agentName = `${chance.pick(ADJECTIVES)}-${chance.pick(NOUNS)}`
    session.agentColor = chance.pick(['red', 'blue', 'green'])
    addSessionFact(conversation, 'agent-name', { agentName: session.agentName })
    addSessionFact(conversation, 'agent-color', { agentColor: session.agentColor })
  }
  if (features.has('pull-request')) addPullRequest(conversation, chance.integer(1, 4000), `dana/${chance.pick(NOUNS)}`)
  if (features.has('modes')) {
    session.permissionMode = chance.pick(['acceptEdits', 'plan', 'default'])
    addSessionFact(conversation, 'mode', { mode: 'normal' })
    addSessionFact(conversation, 'permission-mode', { permissionMode: session.permissionMode })
  }
  if (features.has('cost-state')) addCostState(conversation)
  if (plan.continuedIn !== null) {
    session.continuedIn = plan.continuedIn
    session.isListed = false
    addSessionFact(conversation, 'continued-in', { continuedInSessionId: plan.continuedIn })
  }
}

function writeTitles(work: SessionWork): void {
  const { conversation, plan, folder, relative } = work
  const { chance, record } = conversation
  const { session } = record
  if (session.firstPrompt !== null) session.title = { text: session.firstPrompt, source: 'prompt' }
  if (plan.features.has('generated-title')) {
    const titles = [toTitleText(chance), toTitleText(chance)]
    for (const title of titles) {
      if (plan.style === 'new') addSessionFact(conversation, 'ai-title', { aiTitle: title })
      else conversation.addFact({ type: 'summary', summary: title, leafUuid: conversation.parentUuid })
    }
    session.title = { text: titles[1] as string, source: 'generated' }
  }
  if (plan.features.has('custom-title')) {
    const titles = [toTitleText(chance), `${toTitleText(chance)} "again"`]
    for (const title of titles) addSessionFact(conversation, 'custom-title', { customTitle: title })
    session.title = { text: titles[1] as string, source: 'custom' }
  }
  if (plan.features.has('custom-title-file')) {
    const customTitle = toTitleText(chance)
    folder.write(`${relative}/custom-title.json`, JSON.stringify({ customTitle }), conversation.clock.nowMs)
    session.title = { text: customTitle, source: 'custom' }
  }
}

/** An archive mark lasts until the next prompt. */
export function writeArchiveMark({ folder, relative, plan, conversation }: SessionWork): void {
  const { session } = conversation.record
  const isLater = plan.features.has('archived')
  if (!isLater && !plan.features.has('prompt-after-archive')) return
  const atMs = isLater ? session.modifiedMs + 60_000 : session.createdMs
  session.isArchived = isLater
  const mark = { archived: true, at: new Date(atMs).toISOString(), by: 'sdk' }
  folder.write(`${relative}/archived.json`, JSON.stringify(mark), atMs)
}
