import type { z } from 'zod'
import { parseLeniently } from '../lines/repair.ts'
import { type ToolEntry, type ToolName, toolSchemas } from './table.ts'
import { canonicalToolName, parseMcpToolName } from './tool-name.ts'
import { McpInput, McpResult } from './views/mcp.ts'

type Inputs = { [N in ToolName]: { tool: N; value: z.infer<(typeof toolSchemas)[N]['input']> } }
type Results = { [N in ToolName]: { tool: N; value: z.infer<(typeof toolSchemas)[N]['result']> } }

/** A tool that we do not know, or a value that does not fit it: `name` and `value` are as they came. */
export interface GenericView {
  tool: 'generic'
  name: string
  value: unknown
}

interface McpView<V> {
  tool: 'mcp'
  server: string
  /** The tool, as the server calls it. */
  name: string
  value: V
}

/** It did not run, or failed; `text` is for people. */
export interface ErrorView {
  tool: 'error'
  text: string
}

/** The call stepped aside for a message of the person and still runs: the model gets its result in a later turn. */
export interface DetachedView {
  tool: 'detached'
  name: string
  value: { detachedToolCall: true }
}

export type ToolInputView = Inputs[ToolName] | McpView<McpInput> | GenericView
export type ToolResultView = Results[ToolName] | McpView<McpResult> | ErrorView | DetachedView | GenericView

const entries: ReadonlyMap<string, ToolEntry> = new Map(Object.entries(toolSchemas))

/** Never throws. While the input still streams, required fields are missing: the view is generic until they are there. */
export function viewToolInput(name: string, input: unknown): ToolInputView {
  const mcp = parseMcpToolName(name)
  const tool = canonicalToolName(name)
  const schema = mcp === null ? entries.get(tool)?.input : McpInput
  const parsed = schema === undefined ? null : parseLeniently(schema, input)
  if (parsed === null) return { tool: 'generic', name, value: input }
  if (mcp !== null) return { tool: 'mcp', server: mcp.server, name: mcp.tool, value: parsed.value as McpInput }
  return { tool, value: parsed.value } as ToolInputView
}

/** Never throws. `result` is the structured one, `tool_use_result`, which is a text when the tool failed. */
export function viewToolResult(name: string, result: unknown): ToolResultView {
  if (typeof result === 'string' && isFailure(result)) return { tool: 'error', text: toErrorText(result) }
  if (isDetached(result)) return { tool: 'detached', name, value: result }
  const mcp = parseMcpToolName(name)
  const tool = canonicalToolName(name)
  const schema = mcp === null ? entries.get(tool)?.result : McpResult
  const parsed = schema === undefined ? null : parseLeniently(schema, result)
  if (parsed !== null && mcp !== null)
    return { tool: 'mcp', server: mcp.server, name: mcp.tool, value: parsed.value as McpResult }
  if (parsed !== null) return { tool, value: parsed.value } as ToolResultView
  // A tool with a structured result has text in its place only when it did not run: "User rejected tool use".
  if (typeof result === 'string' && schema !== undefined) return { tool: 'error', text: toErrorText(result) }
  return { tool: 'generic', name, value: result }
}

function isFailure(text: string): boolean {
  return /^(?:Error: |InputValidationError: |<tool_use_error>)/.test(text)
}

function toErrorText(text: string): string {
  return text
    .replace(/^(?:Error: )?<tool_use_error>/, '')
    .replace(/<\/tool_use_error>\s*$/, '')
    .replace(/^Error: /, '')
}

function isDetached(result: unknown): result is DetachedView['value'] {
  return (
    result !== null && typeof result === 'object' && 'detachedToolCall' in result && result.detachedToolCall === true
  )
}
