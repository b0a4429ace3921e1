import { readFileSync } from 'node:fs'
import { demoScript } from '../demo/demo-script.ts'
import { PlayerError } from '../player-error.ts'
import type { Script } from './script.ts'

/** The script of a file, or that of the demo. */
export function loadScript(path: string | undefined): Script {
  if (path === undefined) return demoScript
  let script: unknown
  try {
    script = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new PlayerError(`The script '${path}' cannot be read: ${(cause as Error).message}`, { cause })
  }
  const problem = findProblem(script)
  if (problem !== null) throw new PlayerError(`The script '${path}' ${problem}`)
  return script as Script
}

function findProblem(script: unknown): string | null {
  const scenes = (script as Partial<Script> | null)?.scenes
  if (!Array.isArray(scenes)) return "has no list 'scenes'."
  const wrong = scenes.findIndex((scene) => !Array.isArray(scene?.words) || !Array.isArray(scene?.steps))
  return wrong < 0 ? null : `has a scene, number ${wrong + 1}, without lists 'words' and 'steps'.`
}
