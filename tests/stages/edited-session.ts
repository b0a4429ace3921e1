/** A session in which a tool made a file and then changed it twice, as the lines of its transcript. */
export const EDITED = {
  sessionId: '3e5d0a11-2222-4333-8444-555566667777',
  title: 'Count the boats',
  path: 'src/boats.ts',
  states: ['export const boats = 1\n', 'export const boats = 2\n', 'export const boats = 3\nexport const piers = 1\n'],
}

export function toEditedLines(project: string): string {
  const { sessionId, title, path, states } = EDITED
  const at = (minute: number) => `2026-11-14T09:${String(30 + minute)}:00.000Z`
  const toUuid = (place: number) => `3e5d0a11-0000-4000-8000-00000000000${place}`
  const shared = {
    sessionId,
    cwd: project,
    version: '2.1.325',
    gitBranch: 'main',
    isSidechain: false,
    userType: 'external',
  }
  const prompt = {
    type: 'user',
    uuid: toUuid(0),
    parentUuid: null,
    timestamp: at(0),
    ...shared,
    message: { role: 'user', content: title },
  }
  const edits = states.flatMap((content, index) => {
    const id = `toolu_edit${index}`
    const filePath = `${project}/${path}`
    const isNew = index === 0
    const originalFile = states[index - 1] ?? null
    const call = {
      type: 'assistant',
      uuid: toUuid(index * 2 + 1),
      parentUuid: toUuid(index * 2),
      timestamp: at(index * 2 + 1),
      ...shared,
      message: {
        id: `msg_edit${index}`,
        type: 'message',
        role: 'assistant',
        model: 'claude-sonnet-4-5-20250929',
        content: [{ type: 'tool_use', id, name: 'Write', input: { file_path: filePath, content } }],
        stop_reason: 'tool_use',
        usage: { input_tokens: 10, output_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 90 },
      },
    }
    const result = {
      type: 'user',
      uuid: toUuid(index * 2 + 2),
      parentUuid: toUuid(index * 2 + 1),
      timestamp: at(index * 2 + 2),
      ...shared,
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'Written.' }] },
      toolUseResult: { type: isNew ? 'create' : 'update', filePath, content, structuredPatch: [], originalFile },
    }
    return [call, result]
  })
  return `${[prompt, ...edits].map((line) => JSON.stringify(line)).join('\n')}\n`
}
