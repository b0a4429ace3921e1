/**
 * What runs without schemas: the page imports this, so that no schema of the CLI ends up in its bundle.
 */

export { toUserMessage } from './build-user-message.ts'
export * from './control/build.ts'
export { repairControlResponse } from './control/repair-client-response.ts'
export type { ControlRequestBody, ControlRequests, ControlSubtype } from './control/table.ts'
export { cliFlags, type Flag } from './flags.ts'
export type { ContentBlock } from './lines/blocks.ts'
export type { ExitInfo, KeeperMessage, LogRecord, LogSource, QueuedMessage } from './lines/log-record.ts'
export { fieldSpellings, normalise } from './lines/normalise.ts'
export { serialise } from './lines/serialise.ts'
export { type Fault, withoutField } from './lines/without-field.ts'
export type { StreamEvent } from './messages/stream-event.ts'
export type { Message, MessageName, MessageOf } from './messages/table.ts'
export { type Cost, toCost } from './money/cost.ts'
export { findPrice, type Price, pricesAsOf } from './money/prices.ts'
export { toCanonicalJson } from './permissions/canonical-json.ts'
export { parsePermissionRule, printPermissionRule } from './permissions/permission-rule.ts'
export { joinLabels, type QuestionChoice, splitAnswer, toQuestionAnswers } from './permissions/question-answers.ts'
export type { SessionStatus } from './session-status.ts'
export * from './tools/tool-name.ts'
