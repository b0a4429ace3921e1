/**
 * What runs without schemas: the page imports this, so that no schema of the CLI ends up in its bundle.
 */

export type { ContentBlock } from './blocks.ts'
export { toUserMessage } from './build-user-message.ts'
export { toCanonicalJson } from './canonical-json.ts'
export * from './control/build.ts'
export { repairControlResponse } from './control/repair-client-response.ts'
export type { ControlRequestBody, ControlRequests, ControlSubtype } from './control/table.ts'
export { type Cost, toCost } from './cost.ts'
export { cliFlags, type Flag } from './flags.ts'
export type { ExitInfo, KeeperMessage, LogRecord, LogSource, QueuedMessage } from './log-record.ts'
export type { StreamEvent } from './messages/stream-event.ts'
export type { Message, MessageName, MessageOf } from './messages/table.ts'
export { fieldSpellings, normalise } from './normalise.ts'
export { parsePermissionRule, printPermissionRule } from './permission-rule.ts'
export { findPrice, type Price, pricesAsOf } from './prices.ts'
export { joinLabels, type QuestionChoice, splitAnswer, toQuestionAnswers } from './question-answers.ts'
export { serialise } from './serialise.ts'
export type { SessionStatus } from './session-status.ts'
export * from './tools/tool-name.ts'
export { type Fault, withoutField } from './without-field.ts'
