import { beforeEach, describe, expect, it } from 'vitest'
import { forgetAnswer, giveAnswer, givenAnswers } from './given-answers.ts'

beforeEach(() => givenAnswers.setState({}, true))

describe('an answer that was given', () => {
  it('is given once, and remembered until it has arrived', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let times = 0
    const give = () => {
      times += 1
      return promise
    }
    const first = giveAnswer('a', give)
    await giveAnswer('a', give)
    expect(times).toBe(1)
    // Its card is left and looked at again.
    forgetAnswer('a')
    expect(givenAnswers.getState().a).toEqual({ state: 'on its way', problem: null })
    resolve()
    await first
    expect(givenAnswers.getState().a?.state).toBe('arrived')
    forgetAnswer('a')
    expect(givenAnswers.getState()).toEqual({})
  })

  it('can be given again where it was refused', async () => {
    await giveAnswer('a', () => Promise.reject(new Error('The input has changed.')))
    expect(givenAnswers.getState().a).toEqual({ state: 'refused', problem: 'The input has changed.' })
    await giveAnswer('a', async () => undefined)
    expect(givenAnswers.getState().a?.state).toBe('arrived')
  })
})
