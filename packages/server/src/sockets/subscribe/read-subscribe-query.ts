import type { Start } from '../../feed/feed-reader.ts'
import { ServerError } from '../../server-error.ts'

export interface SubscribeQuery {
  start: Start
  hasFrames: boolean
}

const NAMES = ['tail', 'after', 'epoch', 'frames']

/** `?tail=N`, `?after=SEQ`, `?epoch=`, `?frames=1` */
export function readSubscribeQuery(query: URLSearchParams): SubscribeQuery {
  const unknown = [...query.keys()].find((name) => !NAMES.includes(name))
  if (unknown !== undefined)
    throw new ServerError('bad_request', `Nobody knows '${unknown.slice(0, 100)}'. There are ${NAMES.join(', ')}.`)
  const frames = query.get('frames') ?? '0'
  if (!['0', '1', ''].includes(frames))
    throw new ServerError('bad_request', `'frames' takes '1' or '0', and not '${frames.slice(0, 100)}'.`)
  const epoch = query.get('epoch') ?? undefined
  return {
    start: {
      after: readNumber(query, 'after', 0, 'a record number, from 0 on'),
      tail: readNumber(query, 'tail', 0, 'how many of the newest messages are wanted'),
      ...(epoch !== undefined && { epoch }),
    },
    hasFrames: frames === '1',
  }
}

function readNumber(query: URLSearchParams, name: string, least: number, what: string): number | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  const value = text === '' ? Number.NaN : Number(text)
  if (!Number.isSafeInteger(value) || value < least)
    throw new ServerError('bad_request', `'${name}' takes ${what}, and not '${text}'.`)
  return value
}
