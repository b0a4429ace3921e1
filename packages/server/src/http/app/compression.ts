import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip'

/** Below this, a header costs as much as is saved. */
const SMALLEST_BYTES = 1024
/** On the same machine, a megabyte is sent in less than the 4 to 8 ms that it takes to compress it. */
const LARGEST_NEAR_BYTES = 256 * 1024
const COMPRESSIBLE = /^(text\/|application\/(json|x-ndjson|javascript)|image\/svg)/
const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/

/** At these levels both are quicker than most networks, and brotli leaves less than gzip at any level. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const GZIP = { level: 1 }

/** How an answer is to be compressed, or null where that does not pay. `bytes` is null for what is still being made. */
export function chooseEncoding(asked: {
  accepted: string | null
  host: string | null
  type: string
  bytes: number | null
}): Encoding | null {
  const { accepted, host, type, bytes } = asked
  if (!COMPRESSIBLE.test(type) || (bytes !== null && bytes < SMALLEST_BYTES)) return null
  const isNear = LOOPBACK.test(host ?? '')
  if (isNear && (bytes === null || bytes > LARGEST_NEAR_BYTES)) return null
  const offered = (accepted ?? '').split(',').map((word) => word.trim().toLowerCase())
  const takes = (name: string) =>
    offered.some((word) => word === name || (word.startsWith(`${name};`) && !/;\s*q=0(\.0*)?$/.test(word)))
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null
}

export function compress(body: Uint8Array, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br' ? promisify(brotliCompress)(body, BROTLI) : promisify(gzip)(body, GZIP)
}

/** Piece by piece, in a thread of Node's own. Whoever stops reading stops the source. */
export function compressPieces(pieces: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncIterable<Uint8Array> {
  const compressor = encoding === 'br' ? createBrotliCompress(BROTLI) : createGzip(GZIP)
  const source = Readable.from(pieces)
  source.on('error', (error) => compressor.destroy(error))
  compressor.on('close', () => source.destroy())
  return source.pipe(compressor)
}
