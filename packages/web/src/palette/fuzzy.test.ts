import { expect, it } from 'vitest'
import { toFit } from './fuzzy.ts'

const rank = (typed: string, texts: string[]) =>
  texts
    .flatMap((text) => {
      const fit = toFit(typed, text)
      return fit === null ? [] : [{ text, fit }]
    })
    .sort((one, other) => other.fit - one.fit)
    .map(({ text }) => text)

it('finds letters in their order, and leaves out what lacks one', () => {
  expect(rank('flr', ['Fix the login redirect', 'Write docs', 'rlf'])).toEqual(['Fix the login redirect'])
})

it('puts whole words before scattered letters, and beginnings first', () => {
  expect(rank('log', ['Analogue clocks', 'Large old garden', 'Fix the login'])).toEqual([
    'Fix the login',
    'Analogue clocks',
    'Large old garden',
  ])
})

it('takes several words in any order', () => {
  expect(rank('app login', ['Fix the login my-app', 'login only'])).toEqual(['Fix the login my-app'])
})

it('takes everything where nothing was typed, the shorter before the longer', () => {
  expect(rank('', ['longer', 'short'])).toEqual(['short', 'longer'])
})
