import { compact } from './play-event.ts'
import type { Session } from './session.ts'

/** A slash command that the CLI answers by itself. Gives the text of the result. */
type Command = (session: Session, args: string) => string

const COMMANDS: Readonly<Record<string, Command>> = {
  cost: sayUsage,
  usage: sayUsage,
  context({ main, meter }) {
    const text = `## Context Usage\n\n${meter.contextTokens} of ${meter.contextWindow} tokens`
    sayLocally(main, text)
    return text
  },
  compact(session, args) {
    compact(session, `What was said so far, in short. ${args}`.trim(), 'manual')
    return ''
  },
  clear(session) {
    session.clear()
    return ''
  },
}

export interface LocalCommand {
  name: string
  run(session: Session): string
}

/** Null for a prompt that the model is to answer, an unknown command among them. */
export function findLocalCommand(prompt: string): LocalCommand | null {
  const [, name = '', args = ''] = prompt.trim().match(/^\/([\w-]+)\s*([\s\S]*)$/) ?? []
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  return command === undefined ? null : { name, run: (session) => command(session, args) }
}

function sayUsage({ main, meter }: Session): string {
  const models = Object.entries(meter.modelUsage)
  const byModel = models.map(
    ([model, { inputTokens, outputTokens }]) => `${model}: ${inputTokens} input, ${outputTokens} output`,
  )
  const text = [`Total cost: $${meter.totalCostUsd.toFixed(4)}`, ...byModel].join('\n')
  sayLocally(main, text)
  return text
}

/** An assistant message that no model made. */
function sayLocally(main: Session['main'], text: string): void {
  main.sendAssistant({
    id: crypto.randomUUID(),
    type: 'message',
    role: 'assistant',
    model: '<synthetic>',
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 0, output_tokens: 0 },
  })
}
