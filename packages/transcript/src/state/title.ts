/** What a session may be called by, as far as it is known. */
export interface TitleFacts {
  agentName?: string | undefined
  customTitle?: string | undefined
  aiTitle?: string | undefined
  summary?: string | undefined
  firstPrompt?: string | undefined
  lastPrompt?: string | undefined
  isSidechain?: boolean | undefined
}

const MAX_CHARACTERS = 120
/** What editors put around a prompt about themselves, and what the CLI writes for commands: nobody typed it. */
const ASIDE =
  /<(ide_[\w-]+|system-reminder|task-notification|local-command-[\w-]+|command-(?:message|contents))>[\s\S]*?<\/\1>/g

/** What the CLI writes around a command of the shell that was typed behind an exclamation mark. */
const SHELL = /^\s*<bash-input>([\s\S]*)<\/bash-input>\s*$/

/** The name people see: the most deliberate of what is known. */
export function toTitle(facts: TitleFacts): string {
  const { agentName, customTitle, aiTitle, summary, firstPrompt, lastPrompt } = facts
  const named = [agentName, customTitle, aiTitle, summary].map((name) => toLine(name ?? ''))
  const asked = [firstPrompt, lastPrompt].map((prompt) => toLine(toPromptText(prompt ?? '')))
  return [...named, ...asked].find((line) => line !== '') ?? (facts.isSidechain ? 'Autonomous session' : 'Untitled')
}

/** What a person typed, without what stands around it; commands as they were typed. */
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
