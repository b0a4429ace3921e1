import type { Script, Step } from './script.ts'

/** A prompt may bring its own replies, as it may for the scripted model of the testkit: after this, as JSON, on a line. */
const MARK = '@script '

/** Stands for the folder of the session, anywhere in a script. */
export const CWD = '$CWD'

/** What follows a prompt: its own script, else the scene it calls, else the fallback, else an echo. */
export function selectSteps(script: Script, prompt: string, cwd: string): Step[] {
  const own = prompt.split('\n').findLast((line) => line.startsWith(MARK))
  if (own !== undefined) return parseOwn(own.slice(MARK.length))
  const words = prompt.toLowerCase()
  const scene = script.scenes.find((each) => each.words.some((word) => words.includes(word.toLowerCase())))
  const steps = scene?.steps ?? script.fallback ?? [{ text: `You said: ${prompt.trim().split('\n').at(-1)}` }]
  return withFolder(steps, cwd)
}

function parseOwn(json: string): Step[] {
  try {
    const steps: unknown = JSON.parse(json)
    if (Array.isArray(steps)) return steps
    return [{ text: 'The script in the prompt is not a list.' }]
  } catch (error) {
    return [{ text: `The script in the prompt is not JSON: ${(error as Error).message}` }]
  }
}

function withFolder<T>(value: T, cwd: string): T {
  const replace = (inner: unknown): unknown => {
    if (typeof inner === 'string') return inner.replaceAll(CWD, () => cwd)
    if (Array.isArray(inner)) return inner.map(replace)
    if (inner === null || typeof inner !== 'object') return inner
    return Object.fromEntries(Object.entries(inner).map(([key, each]) => [key, replace(each)]))
  }
  return replace(value) as T
}
