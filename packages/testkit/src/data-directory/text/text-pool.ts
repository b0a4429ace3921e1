import { Chance, mixSeed } from '../chance.ts'
import { createVocabulary, inventWord, NOUNS, toFilePath, toIdentifier, VERBS } from './words.ts'

const POOL_CHARACTERS = 1 << 20
const CJK = '设定検索結果画面更新処理失敗成功文件目录保存読込接続切断遅延計算配列関数変数型名前空間試験記録報告'

/**
 * Text is cut out of pools that are made once: inventing every word of a gigabyte would take longer than writing it. Each
 * piece begins with words of its own, so that no two are the same.
 */
export class TextPool {
  readonly #words: readonly string[]
  readonly #prose: string
  readonly #code: string
  readonly #log: string
  readonly #cjk: string
  readonly #base64: string

  constructor(seed: number) {
    const chance = new Chance(mixSeed(seed, 0x7e87))
    this.#words = createVocabulary(chance)
    this.#prose = fill(() => `${this.#sentence(chance)}${chance.yes(0.2) ? '\n\n' : ' '}`)
    this.#code = fill(() => codeLine(chance))
    this.#log = fill(() => logLine(chance))
    this.#cjk = fill(() => `${cjkSentence(chance)}${chance.yes(0.1) ? '\n' : ''}`, POOL_CHARACTERS / 8)
    const bytes = Buffer.alloc(POOL_CHARACTERS / 2)
    for (let at = 0; at < bytes.length; at += 4) bytes.writeUInt32LE(Math.floor(chance.random() * 2 ** 32), at)
    this.#base64 = bytes.toString('base64')
  }

  sentence(chance: Chance): string {
    return this.#sentence(chance)
  }

  prose(chance: Chance, length: number): string {
    return `${this.#sentence(chance)} ${cut(this.#prose, chance, length, ' ')}`
  }

  code(chance: Chance, length: number): string {
    return `// ${this.#sentence(chance)}\n${cut(this.#code, chance, length, '\n')}`
  }

  log(chance: Chance, length: number): string {
    return `${logLine(chance)}${cut(this.#log, chance, length, '\n')}`
  }

  cjk(chance: Chance, length: number): string {
    return cjkSentence(chance) + cut(this.#cjk, chance, length, '。')
  }

  base64(chance: Chance, length: number): string {
    const whole = Math.min(this.#base64.length, Math.ceil(length / 4) * 4)
    const from = Math.floor((chance.random() * (this.#base64.length - whole)) / 4) * 4
    return this.#base64.slice(from, from + whole).replaceAll('=', 'A')
  }

  #sentence(chance: Chance): string {
    const words = Array.from({ length: chance.integer(5, 14) }, () => chance.pickEarly(this.#words))
    const text = words.join(' ')
    return `${text[0]?.toUpperCase()}${text.slice(1)}.`
  }
}

function fill(next: () => string, length = POOL_CHARACTERS): string {
  const parts: string[] = []
  for (let count = 0; count < length; ) {
    const part = next()
    parts.push(part)
    count += part.length
  }
  return parts.join('')
}

/** A piece of the pool that begins behind a separator; what is longer than the pool is made of several. */
function cut(pool: string, chance: Chance, length: number, separator: string): string {
  if (length <= 0) return ''
  const parts: string[] = []
  for (let missing = Math.floor(length); missing > 0; ) {
    const from = pool.indexOf(separator, Math.floor(chance.random() * pool.length * 0.9)) + 1
    const part = pool.slice(from, from + missing)
    parts.push(part)
    missing -= part.length
  }
  return parts.join('')
}

function codeLine(chance: Chance): string {
  const indent = '  '.repeat(chance.integer(0, 3))
  const name = toIdentifier(chance)
  const noun = chance.pick(NOUNS)
  switch (chance.integer(0, 5)) {
    case 0:
      return `${indent}const ${noun} = ${name}(${chance.pick(NOUNS)}, ${chance.integer(0, 999)})\n`
    case 1:
      return `${indent}if (${noun}.length > ${chance.integer(1, 64)}) return ${name}(${noun})\n`
    case 2:
      return `${indent}export function ${name}(${noun}: string): number {\n`
    case 3:
      return `${indent}await ${noun}.${chance.pick(VERBS)}({ ${chance.pick(NOUNS)}: '${inventWord(chance)}' })\n`
    case 4:
      return `${indent}}\n\n`
    default:
      return `${indent}// ${inventWord(chance)} ${chance.pick(VERBS)} ${noun}\n`
  }
}

function logLine(chance: Chance): string {
  const place = `${toFilePath(chance)}:${chance.integer(1, 400)}`
  const word = chance.pick(['ok', 'warn', 'fail', 'info', 'skip'])
  return `${word} ${place} ${chance.pick(VERBS)} ${inventWord(chance)} ${chance.integer(1, 9000)}ms\n`
}

function cjkSentence(chance: Chance): string {
  let text = ''
  for (let count = chance.integer(6, 24); count > 0; count--) text += CJK[chance.integer(0, CJK.length - 1)]
  return `${text}。`
}
