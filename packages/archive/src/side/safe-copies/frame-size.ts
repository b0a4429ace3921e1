const MAGIC = 0xfd2fb528
const DICTIONARY_BYTES = [0, 1, 2, 4]
export const LONGEST_HEADER = 18

/** How large the content of a zstd frame is, as its header says (RFC 8878, 3.1.1.1). Null where it does not. */
export function toFrameSize(header: Buffer): number | null {
  if (header.length < 6 || header.readUInt32LE(0) !== MAGIC) return null
  const descriptor = header[4] as number
  const isSingle = (descriptor & 0x20) !== 0
  const at = 5 + (isSingle ? 0 : 1) + (DICTIONARY_BYTES[descriptor & 3] as number)
  const flag = descriptor >> 6
  const size = flag === 0 ? (isSingle ? 1 : 0) : 2 ** flag
  if (size === 0 || header.length < at + size) return null
  if (size === 1) return header[at] ?? null
  if (size === 2) return header.readUInt16LE(at) + 256
  return size === 4 ? header.readUInt32LE(at) : Number(header.readBigUInt64LE(at))
}
