import { listOf, textOf } from '../tools/read-field.ts'

export interface McpServer {
  name: string
  status: string
  error?: string
  tools: readonly string[]
}

/** As the CLI tells them in `init` and in `mcp_status`. */
export function readServers(told: readonly unknown[]): McpServer[] {
  return told.flatMap((server) => {
    const name = textOf(server, 'name')
    if (name === undefined) return []
    const error = textOf(server, 'error')
    const tools = listOf(server, 'tools').flatMap((tool) => textOf(tool, 'name') ?? [])
    return [{ name, status: textOf(server, 'status') ?? 'unknown', tools, ...(error !== undefined && { error }) }]
  })
}
