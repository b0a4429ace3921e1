import type { Chance } from '../chance.ts'

function split(words: string): readonly string[] {
  return words.trim().split(/\s+/)
}

export const VERBS = split(`add fix move rename split merge cache parse render validate retry batch stream sort filter
  group load save encode decode wrap guard trace measure test document remove replace refactor inline extract join`)

export const NOUNS = split(`parser buffer router queue worker cache index schema table column widget panel button form
  field token session cookie header footer socket stream channel message event handler listener timer logger counter
  report invoice basket order account profile avatar badge tooltip menu sidebar layout theme palette canvas chart axis
  legend cursor selection editor viewer preview archive backup snapshot migration fixture mock factory adapter bridge
  gateway proxy client server host port folder file path reader writer encoder decoder compiler linter bundler module
  package release branch commit patch merge review ticket milestone sprint budget forecast`)

export const ADJECTIVES =
  split(`slow stale empty broken nested shared global local public private lazy eager strict loose
  missing duplicate unused deprecated flaky noisy silent blocking concurrent optional required hidden visible sorted`)

const FILLERS = split(`the a this that every some of in on for with without before after because when while until and or
  but so we it they is are was has should must can will not only again now here there`)

const ONSETS = split('b br c ch d dr f fl g gr h j k kl l m n p pl r s sk st t tr v w')
const CENTRES = split('a e i o u ai ea ou')
const ENDINGS = split('b d g k l m n nd ng p r rn s t th x')

/** Made of syllables. None has `zq`: that marks the words that are planted to be found. */
export function inventWord(chance: Chance): string {
  let word = ''
  for (let count = chance.integer(2, 3); count > 0; count--) word += chance.pick(ONSETS) + chance.pick(CENTRES)
  return word + chance.pick(ENDINGS)
}

/** The vocabulary of one data directory: few words that are everywhere, and many that are rare. */
export function createVocabulary(chance: Chance): readonly string[] {
  const rare = Array.from({ length: 6000 }, () => inventWord(chance))
  return [...FILLERS, ...NOUNS, ...VERBS, ...ADJECTIVES, ...rare]
}

export function toIdentifier(chance: Chance): string {
  const parts = [chance.pick(VERBS), chance.pick(ADJECTIVES), chance.pick(NOUNS)]
  return parts.map((part, index) => (index === 0 ? part : part[0]?.toUpperCase() + part.slice(1))).join('')
}

export function toFileName(chance: Chance): string {
  return `${chance.pick(ADJECTIVES)}-${chance.pick(NOUNS)}.${chance.pick(['ts', 'ts', 'tsx', 'py', 'go', 'css', 'md'])}`
}

export function toFilePath(chance: Chance): string {
  return `${chance.pick(['src', 'lib', 'tests', 'app'])}/${chance.pick(NOUNS)}/${toFileName(chance)}`
}
