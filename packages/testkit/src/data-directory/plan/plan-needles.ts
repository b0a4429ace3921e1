import type { DecoyKind, NeedleKind } from '../oracle/needles.ts'

/** A text to plant in a session, and the query that must find it, or must not. */
export interface Plant {
  kind: NeedleKind | DecoyKind
  query: string
  text: string
}

const KINDS: readonly (NeedleKind | DecoyKind)[] = [
  ...(['prompt', 'text', 'thinking', 'command', 'path', 'result', 'subagent', 'cjk', 'phrase', 'substring'] as const),
  ...(['attachment', 'request', 'meta', 'base64'] as const),
]

/** Words that nothing else uses, so that only their order makes a phrase. */
const PHRASE_WORDS = [
  'lantern',
  'gravel',
  'orchid',
  'tundra',
  'velvet',
  'saddle',
  'quarry',
  'ember',
  'walnut',
  'glacier',
]
const RARE_CJK = '琥珀鯨帆灯塔珊瑚潮汐'
const SPREAD_SESSIONS = 12

/** The plants of one set. Every query has letters that no generated word has. */
export function createPlants(set: number): Plant[] {
  return KINDS.map((kind, index) => toPlant(kind, set, toLetters(set * KINDS.length + index)))
}

/** One word in several sessions: a search must find them all. */
export function createSpreadPlant(set: number): { plant: Plant; sessions: number } {
  const word = `zqspread${toLetters(set)}ia`
  return { plant: { kind: 'spread', query: word, text: `the ${word} case again` }, sessions: SPREAD_SESSIONS }
}

function toPlant(kind: NeedleKind | DecoyKind, set: number, letters: string): Plant {
  const word = `zq${letters}ora`
  switch (kind) {
    case 'cjk': {
      const query =
        RARE_CJK[0] +
        toDigits(set, RARE_CJK.length - 1)
          .map((digit) => RARE_CJK[digit + 1])
          .join('')
      return { kind, query, text: `画面の更新処理で${query}が見つからない` }
    }
    case 'phrase': {
      const query = toPhrase(set)
      return { kind, query, text: `we call it the ${query} problem` }
    }
    case 'substring':
      return { kind, query: word, text: `handled by the pre${word}ification step` }
    case 'command':
      return { kind, query: word, text: `npm run check -- --only ${word}` }
    case 'path':
      return { kind, query: word, text: `/home/dana/code/${word}/src` }
    case 'base64':
      return { kind, query: word, text: word }
    default:
      return { kind, query: word, text: `this is about ${word} and its neighbours` }
  }
}

/** Three words in the order of the list: backwards they are never another phrase. */
function toPhrase(set: number): string {
  const phrases: string[] = []
  PHRASE_WORDS.forEach((first, a) => {
    PHRASE_WORDS.slice(a + 1).forEach((second, b) => {
      for (const third of PHRASE_WORDS.slice(a + b + 2)) phrases.push(`${first} ${second} ${third}`)
    })
  })
  return phrases[set % phrases.length] as string
}

function toDigits(value: number, base: number): number[] {
  return [Math.floor(value / base ** 2) % base, Math.floor(value / base) % base, value % base]
}

function toLetters(value: number): string {
  return toDigits(value, 26)
    .map((digit) => String.fromCharCode(97 + digit))
    .join('')
}
