import type { Start } from '../../feed/feed-reader.ts'
import { ServerError } from '../../server-error.ts'

export interface SubscribeQuery {
  start: Start
  hasFrames: boolean
}

/** `?tail=N`, `?after=SEQ`, `?epoch=`, `?frames=1` */
export function readSubscribeQuery(query: URLSearchParams): SubscribeQuery {
  const epoch = query.get('epoch') ?? undefined
  return {
    start: {
      after: readNumber(query, 'after', 0, 'a record number, from 0 on'),
      tail: readNumber(query, 'tail', 0, 'how many of the newest messages are wanted'),
      ...(epoch !== undefined && { epoch }),
    },
    hasFrames: query.get('frames') === '1',
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
