import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type {
  ControlRequests,
  HookInput,
  HookOutput,
  PermissionMode,
  PermissionUpdate,
  QuestionChoice,
} from '@quarterdeck/protocol'
import type { OpenRequest } from './open-requests.ts'

type Input = Record<string, unknown>
type Answer<T> = T | undefined | Promise<T | undefined>

export interface RequestContext {
  requestId: string
  /** When it was asked. */
  since: string
  /** Aborted when the CLI withdraws the request, somebody else answers it, or the process ends. */
  signal: AbortSignal
}

export type PermissionRequest = ControlRequests['can_use_tool']['request']

export type PermissionDecision =
  | { behavior: 'allow'; updatedInput?: Input; updatedPermissions?: readonly PermissionUpdate[] }
  /** Claude reads the message and goes on, unless `interrupt` ends the turn. */
  | { behavior: 'deny'; message?: string; interrupt?: boolean }

export type QuestionDecision =
  /** By the text of each question; one that is left out counts as skipped. */
  { answers: Readonly<Record<string, QuestionChoice>> } | { skip: true; message?: string }

export type PlanDecision =
  /** With the mode in which it is carried out. */
  { approve: true; mode?: PermissionMode } | { approve: false; message?: string }

export type Elicitation = ControlRequests['elicitation']['request']
export type ElicitationAnswer = ControlRequests['elicitation']['response']
export type Dialog = ControlRequests['request_user_dialog']['request']
export type DialogAnswer = ControlRequests['request_user_dialog']['response']

export type HookCallback = (
  input: HookInput,
  context: RequestContext & { toolUseId?: string },
) => HookOutput | Promise<HookOutput>

export interface Hook {
  /** Which tools, or which sources, it hears of; all without it. */
  matcher?: string
  /** After this the CLI goes on without an answer. */
  timeoutSeconds?: number
  run: HookCallback
}

/** By the name of the event: `PreToolUse`, `Stop` and the others of `HookInput`. */
export type Hooks = Readonly<Record<string, readonly Hook[]>>

/** A server of `@modelcontextprotocol/sdk`: an `McpServer`, or a bare `Server`. */
export interface InProcessMcpServer {
  connect(transport: Transport): Promise<void>
  close(): Promise<void>
}

/**
 * Who answers what the CLI asks. A handler that gives nothing back leaves the request open, to be answered by its id
 * later on; so does one that is not there. One that throws is answered for: a tool is denied, anything else fails with the reason.
 */
export interface Handlers {
  /** May a tool run? Without handlers of their own it is asked about questions and plans too. */
  onPermission?(request: PermissionRequest, context: RequestContext): Answer<PermissionDecision>
  /** Claude asks the person something (`AskUserQuestion`). */
  onQuestion?(request: PermissionRequest, context: RequestContext): Answer<QuestionDecision>
  /** Is the plan good (`ExitPlanMode`)? */
  onPlan?(request: PermissionRequest, context: RequestContext): Answer<PlanDecision>
  /** An MCP server wants something from the person. */
  onElicitation?(request: Elicitation, context: RequestContext): Answer<ElicitationAnswer>
  /** A dialog of one of the `supportedDialogKinds`. */
  onDialog?(request: Dialog, context: RequestContext): Answer<DialogAnswer>
  /** Requests that we do not know the meaning of. Without it they are refused, as the Agent SDK does. */
  onOther?(body: OpenRequest['body'], context: RequestContext): Answer<object>
  /** Functions by event: they run in the host, when the CLI calls them. */
  hooks?: Hooks
  /** Servers that live in the host, by the name under which the CLI knows them: their tools are `mcp__NAME__TOOL`. */
  mcpServers?: Readonly<Record<string, InProcessMcpServer>>
  /** What went wrong in a handler, or with its answer. For the host's own log. */
  onFault?(fault: { request: OpenRequest; error: unknown }): void
}
