import { highlight } from './highlight.ts'

/** Grammars are slow on some code: what they do, they do beside the page. */
addEventListener('message', async ({ data }: MessageEvent<{ id: number; code: string; language: string }>) => {
  const { id, code, language } = data
  const lines = await highlight(code, language).catch(() => null)
  postMessage({ id, lines })
})
