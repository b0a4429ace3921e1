import { join } from 'node:path'
import { type Faults, parseFaults } from './faults/faults.ts'
import { PlayerError } from './player-error.ts'

/** What the environment says: what to play, how fast, and what to do wrong. */
export interface PlayerSettings {
  recording: string | undefined
  /** Which of the processes of a recording, from 0. */
  run: number
  script: string | undefined
  /** 1 as recorded, 2 twice as fast, 0 at once. */
  speed: number
  faults: Faults
  /** Where it writes down all that it reads. */
  stdinFile: string | undefined
  /** Where the CLI keeps its data. */
  configFolder: string
  sessionStateEvents: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

export function parseSettings(env: Environment): PlayerSettings {
  return {
    recording: env.QUARTERDECK_PLAYER_RECORDING,
    run: parseNumber(env, 'QUARTERDECK_PLAYER_RUN', 0),
    script: env.QUARTERDECK_PLAYER_SCRIPT,
    speed: parseNumber(env, 'QUARTERDECK_PLAYER_SPEED', 1),
    stdinFile: env.QUARTERDECK_PLAYER_STDIN,
    faults: parseFaults(env.QUARTERDECK_PLAYER_FAULT ?? ''),
    configFolder: env.CLAUDE_CONFIG_DIR || join(env.HOME ?? '/', '.claude'),
    sessionStateEvents: env.CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS === '1',
  }
}

function parseNumber(env: Environment, name: string, otherwise: number): number {
  const text = env[name]
  if (text === undefined || text === '') return otherwise
  const value = Number(text)
  if (!Number.isFinite(value) || value < 0) throw new PlayerError(`${name} is '${text}'; it must be 0 or more.`)
  return value
}
