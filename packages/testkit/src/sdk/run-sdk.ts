import { spawn } from 'node:child_process'
import { type CanUseTool, query, type SDKMessage, type SDKUserMessage } from '@anthropic-ai/claude-agent-sdk'

export interface SdkTurn {
  /** A native program, or a script for Node. */
  executable: string
  cwd: string
  env: Record<string, string>
  prompt: string
  /** Whether the messages come piece by piece too. */
  isPartial: boolean
  canUseTool: CanUseTool
}

/** Has the official Agent SDK drive a CLI through one turn, and gives every message it hands to its user. */
export async function runSdk(turn: SdkTurn): Promise<SDKMessage[]> {
  const { executable, cwd, env, isPartial, canUseTool } = turn
  const messages: SDKMessage[] = []
  const stream = query({
    prompt: toStream(turn.prompt),
    options: {
      pathToClaudeCodeExecutable: executable,
      cwd,
      env,
      canUseTool,
      permissionMode: 'default',
      settingSources: [],
      includePartialMessages: isPartial,
      // The SDK would look for a Node on PATH, which may be too old for the program.
      spawnClaudeCodeProcess: ({ command, args, cwd: folder, env: variables }) =>
        spawn(command === 'node' ? process.execPath : command, args, {
          ...(folder === undefined ? {} : { cwd: folder }),
          env: variables,
          stdio: ['pipe', 'pipe', 'ignore'],
        }),
    },
  })
  for await (const message of stream) messages.push(message)
  return messages
}

/** A stream, and not a string, because only a stream keeps the channel open on which prompts are answered. */
async function* toStream(content: string): AsyncGenerator<SDKUserMessage> {
  yield { type: 'user', message: { role: 'user', content }, parent_tool_use_id: null }
}
