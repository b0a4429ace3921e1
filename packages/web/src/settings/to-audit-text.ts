import type { AuditItem } from '@quarterdeck/contract/routes'
import { findToolWords } from '../tools/tool-words.ts'

const VERBS: Readonly<Record<string, string>> = {
  start: 'started a session',
  stop: 'ended a session',
  interrupt: 'stopped a turn',
  keep: 'keeps a session from being deleted',
  history_changed: 'changed what is kept of old sessions',
  restore: 'restored a file',
  rewind: 'rewound files',
  upload: 'attached a file',
  upload_taken_back: 'took a file back',
  upload_not_taken_back: 'could not take a file back',
  memory: 'changed a memory file',
  settings_wanted: 'changed settings',
  settings_failed: 'could not change settings',
  rule_added: 'added a rule',
  rule_not_added: 'could not add a rule',
  rule_removed: 'took a rule back',
  rule_not_removed: 'could not take a rule back',
  decision_not_taken: 'answered too late',
  trust: 'trusted a folder',
  mode: 'changed the permission mode',
  control: 'changed a session',
  link_created: 'made a link for another device',
  paired: 'was paired',
  pairing_refused: 'was not paired',
  device_renamed: 'renamed a device',
  device_revoked: 'revoked a device',
  refusal: 'was refused',
}

/** A look at what would be changed, which changed nothing. */
const LOOKS: Readonly<Record<string, string>> = {
  restore: 'looked at what restoring a file would change',
  rewind: 'looked at what rewinding files would change',
}

/** An entry of the record as a sentence. What this version does not know is told by its own name. */
export function toAuditText({ event, by, toolName, behavior, ...facts }: AuditItem): string {
  if (facts.dryRun === true && LOOKS[event] !== undefined)
    return `${by} ${LOOKS[event]}${typeof facts.path === 'string' ? `: ${facts.path}` : ''}`
  if (event === 'decision') return `${by} ${toDecision(String(toolName ?? 'a request'), behavior)}`
  const verb = VERBS[event] ?? event.replaceAll('_', ' ')
  const { folder, cwd, mode, name, rule, path, what } = facts
  const fact = [folder, cwd, mode, name, rule, path, what].find((each) => typeof each === 'string' && each !== by)
  return `${by} ${verb}${fact === undefined ? '' : `: ${String(fact)}`}`
}

function toDecision(toolName: string, behavior: unknown): string {
  if (behavior !== 'deny') return `allowed ${toolName}`
  return findToolWords(toolName).refusal?.deed ?? `denied ${toolName}`
}
