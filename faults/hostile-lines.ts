type Raw = Record<string, unknown>

/** Everything that a CLI can say and the page draws, with this text in every field. */
export function toHostileLines(text: string): Raw[] {
  return [...toBeginning(text), ...toCalls(text), ...toNews(text), ...toPrompts(text)]
}

function toBeginning(text: string): Raw[] {
  const init = {
    ...{ type: 'system', subtype: 'init', cwd: '/', model: text, permissionMode: text, output_style: text },
    ...{ tools: [text], slash_commands: [text], agents: [text], skills: [text], claude_code_version: text },
    mcp_servers: [{ name: text, status: 'failed', error: text, tools: [{ name: text }] }],
    plugins: [{ name: text, path: text }],
  }
  return [init, said([{ type: 'thinking', thinking: text }]), said([{ type: 'text', text }])]
}

function toCalls(text: string): Raw[] {
  const edit = { file_path: text, old_string: text, new_string: `${text} and more` }
  const calls: [name: string, input: Raw, structured: unknown][] = [
    ['Bash', { command: text, description: text }, { stdout: text, stderr: text, interrupted: false }],
    [
      'Read',
      { file_path: text },
      { type: 'text', file: { filePath: text, content: text, numLines: 1, startLine: 1, totalLines: 1 } },
    ],
    [
      'Edit',
      edit,
      {
        filePath: text,
        structuredPatch: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: [`-${text}`, `+${text}`] }],
      },
    ],
    [
      'Write',
      { file_path: text, content: text },
      { type: 'create', filePath: text, content: text, structuredPatch: [] },
    ],
    ['Grep', { pattern: text, path: text }, { mode: 'content', content: text, filenames: [text], numFiles: 1 }],
    ['Glob', { pattern: text }, { filenames: [text], numFiles: 1 }],
    ['WebFetch', { url: text, prompt: text }, { url: text, result: text, code: 404, codeText: text }],
    [
      'WebSearch',
      { query: text },
      { query: text, results: [{ tool_use_id: 'x', content: [{ title: text, url: text }] }, text] },
    ],
    ['TodoWrite', { todos: [{ content: text, activeForm: text, status: 'in_progress' }] }, { newTodos: [] }],
    ['NotebookEdit', { notebook_path: text, new_source: text, cell_id: text }, null],
    ['Skill', { skill: text, args: text }, null],
    [
      'Agent',
      { description: text, prompt: text, subagent_type: text },
      { status: 'completed', content: [{ type: 'text', text }] },
    ],
    [
      'mcp__server__tool',
      { [text]: text },
      [
        { type: 'resource_link', uri: text, name: text },
        { type: 'image', mimeType: text, data: text },
        { type: 'text', text },
      ],
    ],
    [text, { [text]: { [text]: [text] } }, { [text]: text }],
  ]
  return calls.flatMap(([name, input, structured], index) => {
    const id = `toolu_${index}`
    return [
      said([{ type: 'tool_use', id, name, input }]),
      {
        type: 'user',
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: id, content: text, is_error: index % 2 === 1 }],
        },
        tool_use_result: structured,
      },
    ]
  })
}

function toNews(text: string): Raw[] {
  return [
    { type: 'system', subtype: 'local_command_output', content: text },
    { type: 'system', subtype: 'hook_started', hook_id: 'h', hook_name: text, hook_event: text },
    {
      type: 'system',
      subtype: 'hook_response',
      hook_id: 'h',
      hook_name: text,
      hook_event: text,
      stdout: text,
      stderr: text,
      outcome: 'error',
    },
    { type: 'system', subtype: 'task_started', task_id: 't', description: text, task_type: text },
    { type: 'system', subtype: 'task_notification', task_id: 't', status: text, summary: text, output_file: text },
    {
      type: 'system',
      subtype: 'api_retry',
      attempt: 1,
      max_retries: 2,
      retry_delay_ms: 1,
      error: text,
      error_status: 500,
    },
    {
      type: 'system',
      subtype: 'informational',
      content: `UserPromptSubmit operation blocked by hook:\n${text}\n\nOriginal prompt: ${text}`,
    },
    { type: 'system', subtype: 'notification', text },
    { type: 'system', subtype: 'model_refusal_fallback', original_model: text, fallback_model: text, content: text },
    { type: 'system', subtype: 'compact_boundary', compact_metadata: { trigger: text } },
    { type: 'system', subtype: text, content: text },
    { type: text, content: text },
    { type: 'user', message: { role: 'user', content: `<local-command-stdout>${text}</local-command-stdout>` } },
    { type: 'prompt_suggestion', suggestion: text },
  ]
}

/** One of each kind, all open. */
function toPrompts(text: string): Raw[] {
  const asked = {
    ...{ subtype: 'can_use_tool', title: text, display_name: text, description: text },
    ...{ decision_reason: text, blocked_path: text, agent_id: text },
    permission_suggestions: [
      { type: 'addRules', rules: [{ toolName: text, ruleContent: text }], behavior: 'allow', destination: text },
      { type: text, directories: [text] },
    ],
  }
  const options = [{ label: text, description: text, preview: text }]
  const questions = [{ question: text, header: text, multiSelect: false, options }]
  const schema = {
    type: 'object',
    required: [text],
    properties: {
      [text]: { type: 'string', title: text, description: text, default: text },
      b: { enum: [text], title: text },
    },
  }
  const elicitation = { subtype: 'elicitation', mcp_server_name: text, message: text }
  return [
    { ...asked, tool_name: 'Bash', input: { command: text, description: text, [text]: text } },
    { ...asked, tool_name: 'Edit', input: { file_path: text, old_string: text, new_string: `${text}!` } },
    { ...asked, tool_name: text, input: { [text]: [text] } },
    { subtype: 'can_use_tool', tool_name: 'AskUserQuestion', input: { questions } },
    { subtype: 'can_use_tool', tool_name: 'ExitPlanMode', input: { plan: text } },
    { ...elicitation, mode: 'form', requested_schema: schema },
    { ...elicitation, mode: 'url', url: text },
  ].map((request, index) => {
    const id = `ask_${index}_${crypto.randomUUID()}`
    return { type: 'control_request', request_id: id, request: { tool_use_id: `toolu_${id}`, ...request } }
  })
}

function said(content: Raw[]): Raw {
  const id = `msg_${crypto.randomUUID()}`
  return { type: 'assistant', message: { id, role: 'assistant', model: 'fake', content, stop_reason: null, usage: {} } }
}
