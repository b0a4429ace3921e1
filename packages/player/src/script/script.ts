/** A tool call with what comes of it. Nothing is run: the result is made up. */
export interface ScriptedTool {
  name: string
  input: Record<string, unknown>
  id?: string
  /** What the model reads. */
  content?: string
  /** The structured result; made from the input and the content where it is not given. */
  result?: unknown
  isError?: boolean
  /** Whether a person must allow it: by its name and the permission mode unless said here. */
  ask?: boolean
  durationMs?: number
  /** Of a file before an Edit or Write. */
  originalFile?: string
  /** What the subagent of an Agent call does, in the background. */
  agent?: { steps: Step[]; summary: string; after?: Step[] }
}

/** One message of the fake model. The fields that the scripted model of the testkit has too mean the same there. */
export interface Reply {
  thinking?: string
  text?: string
  tools?: ScriptedTool[]
  /** An API error of this status in the place of a message. */
  errorStatus?: number
  /** Before each piece of the text. */
  delayMs?: number
  /** What follows, instead of the rest, when a tool of this message is denied. */
  ifDenied?: Step[]
}

/** Something that the CLI tells besides. */
export type SceneEvent =
  | { event: 'wait'; ms: number }
  | { event: 'hook'; hookEvent: string; name: string; output?: string; exitCode?: number }
  | { event: 'retry'; status: number; attempts: number; delayMs: number }
  | { event: 'rate-limit'; status: string; utilization?: number; kind?: string; resetsInSeconds?: number }
  | { event: 'compact'; summary: string; trigger?: 'manual' | 'auto' }
  | { event: 'notice'; text: string; level?: string }
  /** Ends the turn without success. */
  | { event: 'fail'; subtype: string; errors?: string[] }

export type Step = Reply | SceneEvent

export interface Scene {
  /** Any of them in the prompt, in small or capital letters, calls the scene. */
  words: string[]
  steps: Step[]
}

export interface Script {
  /** The first one that the prompt calls is played. */
  scenes: Scene[]
  /** For a prompt that calls none. */
  fallback?: Step[]
  /** Before each piece of a text, unless its reply says otherwise. */
  deltaMs?: number
}

export function isEvent(step: Step): step is SceneEvent {
  return 'event' in step
}
