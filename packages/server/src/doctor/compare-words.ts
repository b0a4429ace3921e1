import type { CliWords } from '@quarterdeck/driver'
import { cliFlags, controlRequests, messageTable } from '@quarterdeck/protocol'

export interface WordComparison {
  /** Subtypes of messages and control requests that it knows and we do not: they pass through, shown as they are. */
  unknownSubtypes: string[]
  /** What we know and it does not: of other versions, in most cases. */
  missingSubtypes: string[]
  missingTypes: string[]
  /** What stands behind `type` in it and is no message of ours: mostly other things than messages. */
  otherTypes: string[]
  missingFlags: string[]
  known: { types: number; subtypes: number; flags: number }
}

/** Words that stand behind `subtype` in the program and are none of the protocol's. */
const OTHERS = new Set(['string', 'thinking'])

/** Where the second word of a message's name is a `subtype`; elsewhere it is the `type` of something inside. */
const WITH_SUBTYPE = new Set(['system', 'result'])

/** Compares what an installed CLI has words for with what our tables hold. */
export function compareWords(cli: CliWords): WordComparison {
  const names = Object.keys(messageTable).map((name) => name.split('/') as [string, string?])
  const ofMessages = names.flatMap(([type, word]) => (word !== undefined && WITH_SUBTYPE.has(type) ? [word] : []))
  const subtypes = new Set([...ofMessages, ...Object.keys(controlRequests), 'success', 'error'])
  const inside = names.flatMap(([type, word]) => (word === undefined || WITH_SUBTYPE.has(type) ? [] : [word]))
  const types = new Set([...names.map(([type]) => type), ...inside])
  const flags = Object.keys(cliFlags)
  const missing = (ours: Iterable<string>, theirs: ReadonlySet<string>) =>
    [...ours].filter((word) => !theirs.has(word)).sort()
  return {
    unknownSubtypes: [...cli.subtypes].filter((word) => !subtypes.has(word) && !OTHERS.has(word)).sort(),
    missingSubtypes: missing(subtypes, cli.subtypes),
    missingTypes: missing(types, cli.types),
    otherTypes: missing(cli.types, types),
    missingFlags: missing(flags, cli.flags),
    known: { types: types.size, subtypes: subtypes.size, flags: flags.length },
  }
}
