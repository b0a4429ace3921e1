import { createReadStream } from 'node:fs'

/** What an installed CLI has words for, read from its program file. */
export interface CliWords {
  /** `type` of messages, and of much else. */
  types: Set<string>
  /** `subtype` of messages and of control requests. */
  subtypes: Set<string>
  flags: Set<string>
}

const CHUNK = 256 * 1024
/** No match is longer, so that none is lost between two chunks. */
const OVERLAP = 256

/** As an object says it, as a comparison does, and as a schema does: `type:"a"`, `type==="a"`, `type:z.literal("a")`. */
const TYPE = /\b(sub)?type(?:===|:)(?:[A-Za-z_$][\w$.]{0,20}\()?"([a-z][a-z_-]{1,60})"/g
/** As it is declared: `"-n, --name <name>",`. */
const FLAG = /"(?:-\w, )?(--[a-zA-Z][\w-]{1,60})(?:, --[a-zA-Z-]{2,60})?(?: [<[][^"]{1,40}[>\]])?",/g

/**
 * Reads the words from a program, native or script, of any size with little memory. Says nothing about a wrapper, whose file
 * holds none.
 */
export async function readCliWords(path: string): Promise<CliWords> {
  const words: CliWords = { types: new Set(), subtypes: new Set(), flags: new Set() }
  let carry = ''
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK })) {
    // One character a byte: the words are ASCII, and the rest of a native program is no text.
    const text = carry + (chunk as Buffer).toString('latin1')
    for (const [, sub, word = ''] of text.matchAll(TYPE)) add(sub ? words.subtypes : words.types, word)
    for (const [, flag = ''] of text.matchAll(FLAG)) add(words.flags, flag)
    carry = text.slice(-OVERLAP)
  }
  return words
}

/** A copy: a part of a text keeps the whole of it in memory. */
function add(words: Set<string>, word: string): void {
  if (!words.has(word)) words.add(Buffer.from(word, 'latin1').toString('latin1'))
}
