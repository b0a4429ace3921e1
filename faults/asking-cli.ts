/**
 * In the place of the CLI: writes down how it was started and all that it is told, answers every request, and asks for leave for
 * whatever a prompt names, all of it at once (`@ask FILE`), or says whatever stands in a file (`@play FILE`).
 */
export const ASKING_CLI = `
  import { appendFileSync, readFileSync } from 'node:fs'
  import { createInterface } from 'node:readline'
  const [version, home] = ['2.1.325', process.env.HOME]
  if (process.argv.includes('--version')) {
    console.log(version + ' (Claude Code)')
    process.exit()
  }
  if (process.argv.includes('--help')) process.exit()
  const note = (file, value) => appendFileSync(home + '/' + file, JSON.stringify(value) + '\\n')
  note('started.ndjson', { argv: process.argv.slice(2), cwd: process.cwd(), env: process.env })
  const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n')
  const value = (flag) => process.argv.find((each) => each.startsWith(flag + '='))?.slice(flag.length + 1)
  const session_id = value('--session-id') ?? value('--resume')
  const open = new Set()
  createInterface({ input: process.stdin }).on('line', (line) => {
    appendFileSync(home + '/stdin.ndjson', line + '\\n')
    const { type, request_id, request, message, response, uuid } = JSON.parse(line)
    if (type === 'control_request')
      say({ type: 'control_response', response: { subtype: 'success', request_id, response: {} } })
    if (type === 'control_response' && open.delete(response.request_id) && open.size === 0)
      say({ type: 'result', subtype: 'success', is_error: false, result: 'Done.', session_id, uuid: crypto.randomUUID(), usage: {} })
    if (type !== 'user') return
    say({ type: 'system', subtype: 'init', session_id, uuid: crypto.randomUUID(), cwd: process.cwd(), tools: [], mcp_servers: [], model: 'fake', permissionMode: 'default', slash_commands: [] })
    say({ type: 'user', message, session_id, uuid, isReplay: true, parent_tool_use_id: null })
    const played = /@play (\\S+)/.exec(JSON.stringify(message.content))?.[1]?.replace(/[\\\\"].*/, '')
    for (const line of played === undefined ? [] : JSON.parse(readFileSync(played, 'utf8'))) {
      if (line.type === 'control_request') open.add(line.request_id)
      say({ session_id, uuid: crypto.randomUUID(), parent_tool_use_id: null, ...line })
    }
    const path = /@ask (\\S+)/.exec(JSON.stringify(message.content))?.[1]?.replace(/[\\\\"].*/, '')
    for (const { id, ...asked } of path === undefined ? [] : JSON.parse(readFileSync(path, 'utf8'))) {
      open.add(id)
      say({ type: 'control_request', request_id: id, request: { subtype: 'can_use_tool', tool_use_id: 'toolu_' + id, ...asked } })
    }
  }).on('close', () => process.exit())
`
