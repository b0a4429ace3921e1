/** The names and prompts from which the title of a session is chosen. */
export interface TitleFacts {
  readonly agentName?: string | undefined
  readonly customTitle?: string | undefined
  readonly aiTitle?: string | undefined
  readonly summary?: string | undefined
  readonly firstPrompt?: string | undefined
  readonly lastPrompt?: string | undefined
  readonly isSidechain?: boolean | undefined
}

const MAX_CHARACTERS = 120
/** Tags that editors and the CLI put around a prompt: nobody typed them. */
const ASIDE =
  /<(ide_[\w-]+|system-reminder|task-notification|local-command-[\w-]+|command-(?:message|contents))>[\s\S]*?<\/\1>/g

/** A shell command as the CLI writes it to disk; it was typed behind an exclamation mark. */
const SHELL = /^\s*<bash-input>([\s\S]*)<\/bash-input>\s*$/

/** The title that people see: the most deliberate of the known names, else the first prompt. */
export function toTitle(facts: TitleFacts): string {
  const { agentName, customTitle, aiTitle, summary, firstPrompt, lastPrompt } = facts
  const named = [agentName, customTitle, aiTitle, summary].map((name) => toLine(name ?? ''))
  const asked = [firstPrompt, lastPrompt].map((prompt) => toLine(toPromptText(prompt ?? '')))
  return [...named, ...asked].find((line) => line !== '') ?? (facts.isSidechain ? 'Autonomous session' : 'Untitled')
}

/**
 * A custom title that comes later also takes the place of the agent's name: newer CLIs write each name twice, as `custom-title` and as
 * `agent-name`, and the older of the two would win otherwise.
 */
export function toRenamed(
  { agentName }: TitleFacts,
  customTitle: string,
): Pick<TitleFacts, 'customTitle' | 'agentName'> {
  return agentName === undefined ? { customTitle } : { customTitle, agentName: customTitle }
}

/** A prompt as the person typed it, without the tags of editors and of the CLI. */
export function toPromptText(text: string): string {
  if (!text.includes('<')) return text.trim()
  const shell = SHELL.exec(text)?.[1]?.trim()
  if (shell !== undefined) return `! ${shell}`
  const command = /<command-name>([\s\S]*?)<\/command-name>/.exec(text)?.[1]?.trim()
  if (command !== undefined) {
    const words = /<command-args>([\s\S]*?)<\/command-args>/.exec(text)?.[1]?.trim() ?? ''
    return `${command} ${words}`.trim()
  }
  return text.replaceAll(ASIDE, '').trim()
}

function toLine(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  const characters = [...line.slice(0, 2 * MAX_CHARACTERS + 2)]
  return characters.length > MAX_CHARACTERS ? `${characters.slice(0, MAX_CHARACTERS).join('').trimEnd()}…` : line
}
