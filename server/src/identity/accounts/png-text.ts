const SIGNATURE = '\x89PNG\r\n\x1a\n'
const TEXT = new Set(['tEXt', 'zTXt', 'iTXt'])
/** Length, type and checksum of a chunk. */
const FRAME_BYTES = 12

/**
 * Returns a PNG without its text chunks, anything else as it is. A decoder inflates each of them, a thousandfold, and
 * before its time is limited.
 */
export function withoutPngText(picture: Buffer): Buffer {
  if (picture.toString('latin1', 0, SIGNATURE.length) !== SIGNATURE) return picture
  const kept = [picture.subarray(0, SIGNATURE.length)]
  let at = SIGNATURE.length
  while (at + FRAME_BYTES <= picture.length) {
    const next = at + FRAME_BYTES + picture.readUInt32BE(at)
    if (!TEXT.has(picture.toString('latin1', at + 4, at + 8))) kept.push(picture.subarray(at, next))
    at = next
  }
  return Buffer.concat([...kept, picture.subarray(at)])
}
