import { DeviceFault } from '../fault.ts'
import type { SizeOf } from '../pieces.ts'

const SHORT = 2
const TWO_BYTES = 126

/** Reads the header of a frame that a server sends, thus without mask (RFC 6455, 5.2). */
export const frameSize: SizeOf = (header) => {
  const second = header[1]
  if (second === undefined) return null
  const length = second & 0x7f
  if (length === TWO_BYTES) return header.length < SHORT + 2 ? null : SHORT + 2 + header.readUInt16BE(SHORT)
  if (length < TWO_BYTES) return SHORT + length
  if (header.length < SHORT + 8) return null
  const size = header.readBigUInt64BE(SHORT)
  if (size > BigInt(Number.MAX_SAFE_INTEGER)) throw new DeviceFault('too_large')
  return SHORT + 8 + Number(size)
}
