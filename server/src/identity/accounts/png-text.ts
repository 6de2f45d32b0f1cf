const SIGNATURE = '\x89PNG\r\n\x1a\n'
const TEXT = new Set(['tEXt', 'zTXt', 'iTXt'].map((type) => Buffer.from(type, 'latin1').readUInt32BE()))
/** Length, type and checksum of a chunk. */
const FRAME_BYTES = 12

/**
 * Returns a PNG without its text chunks, anything else as it is. A decoder inflates each of them, a thousandfold, and
 * before its time is limited.
 */
export function withoutPngText(picture: Buffer): Buffer {
  if (picture.toString('latin1', 0, SIGNATURE.length) !== SIGNATURE) return picture
  // A picture of 5 MiB may have 400 000 chunks: an object for each would take 100 ms.
  const kept = Buffer.allocUnsafe(picture.length)
  let size = 0
  let from = 0
  let at = SIGNATURE.length
  while (at + FRAME_BYTES <= picture.length) {
    const next = at + FRAME_BYTES + picture.readUInt32BE(at)
    if (TEXT.has(picture.readUInt32BE(at + 4))) {
      size += picture.copy(kept, size, from, at)
      from = next
    }
    at = next
  }
  if (from < picture.length) size += picture.copy(kept, size, from)
  return kept.subarray(0, size)
}
