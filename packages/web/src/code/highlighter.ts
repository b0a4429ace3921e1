import { toTrustedScriptUrl } from '../trusted-script-url.ts'
import type { CodeLines } from './highlight.ts'
import workerUrl from './highlight-worker.ts?worker&url'
import type { Code } from './highlighting.ts'

/** Longer code is shown plain: nobody reads all of it, and the colours would come late. */
const MAX_CHARACTERS = 100_000
const MAX_CACHED = 200

let worker: Worker | undefined
let lastId = 0
const asked = new Map<number, (lines: CodeLines | null) => void>()
const known = new Map<string, Promise<CodeLines | null>>()

/** Code in colours, or null where that cannot be had: then it is shown as it is. */
export function highlightCode({ code, language }: Code, { isKept }: { isKept: boolean }): Promise<CodeLines | null> {
  if (code.length > MAX_CHARACTERS) return Promise.resolve(null)
  const key = `${language}\n${code}`
  const lines = known.get(key) ?? ask(code, language)
  // Code that is still being written is never asked for again, and would push out code that is.
  if (!isKept) return lines
  known.delete(key)
  known.set(key, lines)
  if (known.size > MAX_CACHED) known.delete(known.keys().next().value as string)
  return lines
}

function ask(code: string, language: string): Promise<CodeLines | null> {
  worker ??= start()
  const id = ++lastId
  return new Promise((resolve) => {
    asked.set(id, resolve)
    worker?.postMessage({ id, code, language })
  })
}

function start(): Worker {
  const started = new Worker(toTrustedScriptUrl(new URL(workerUrl, location.href)), { type: 'module' })
  started.onmessage = ({ data }: MessageEvent<{ id: number; lines: CodeLines | null }>) => {
    asked.get(data.id)?.(data.lines)
    asked.delete(data.id)
  }
  // It could not be loaded, or broke: code stays plain, and nothing waits for it.
  started.onerror = () => {
    for (const resolve of asked.values()) resolve(null)
    asked.clear()
  }
  return started
}
