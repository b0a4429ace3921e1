import type { Api } from '../api.ts'

/** The end of what a task in the background has written, as the CLI keeps it. */
export async function readTaskOutput(api: Api, sessionId: string, taskId: string): Promise<string> {
  const { text, offset } = await api.call<{ text: string; offset: number }>(
    `/api/claude/sessions/${encodeURIComponent(sessionId)}/tasks/${encodeURIComponent(taskId)}/output`,
  )
  if (text === '') return 'It wrote nothing.'
  return offset === 0 ? text : `…\n${text}`
}
