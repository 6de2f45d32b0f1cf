const BYTE = 8
/** The bits that a 32-bit window is sure to hold, whatever bit it starts at. */
const AT_ONCE = 24

/** Writes bits, most significant first. */
export function bitWriter() {
  const bytes: number[] = []
  let pending = 0
  let free = BYTE

  function write(value: number, count: number) {
    for (let left = count; left > 0; ) {
      const taken = Math.min(left, free)
      const part = Math.floor(value / 2 ** (left - taken)) % 2 ** taken
      pending |= part << (free - taken)
      free -= taken
      left -= taken
      if (free > 0) continue
      bytes.push(pending)
      pending = 0
      free = BYTE
    }
  }
  return {
    /** Writes the lowest `count` bits of an integer from 0 to 2⁵³. */
    write,
    bytes: () => Buffer.from(free === BYTE ? bytes : [...bytes, pending]),
  }
}
export type BitWriter = ReturnType<typeof bitWriter>

/** Reads what `bitWriter` wrote; zeros after the end. */
export function bitReader(bytes: Uint8Array) {
  let position = 0

  const window = (position: number) => {
    const at = position >>> 3
    if (at + 4 > bytes.length) return lastWindow(at) << (position & 7)
    // Within the bytes, there are no undefined ones to look out for.
    const bits =
      ((bytes[at] ?? 0) << 24) |
      ((bytes[at + 1] ?? 0) << 16) |
      ((bytes[at + 2] ?? 0) << 8) |
      (bytes[at + 3] ?? 0)
    return bits << (position & 7)
  }
  const lastWindow = (at: number) => {
    let bits = 0
    for (let i = at; i < at + 4; i += 1) bits = (bits << 8) | (i < bytes.length ? (bytes[i] ?? 0) : 0)
    return bits
  }
  function read(count: number): number {
    if (count > AT_ONCE) return read(count - AT_ONCE) * 2 ** AT_ONCE + read(AT_ONCE)
    if (count === 0) return 0
    const value = window(position) >>> (32 - count)
    position += count
    return value
  }
  /** Counts the ones before the next zero and skips that zero; stops at `most`, after which no zero follows. */
  function ones(most: number): number {
    const count = Math.min(Math.clz32(~window(position)), most)
    position += count < most ? count + 1 : count
    return count
  }
  return {
    read,
    ones,
    /**
     * Reads a Rice code of `width` remaining bits into each of `values` that `known` marks; after `most` ones, a number of
     * `exact` bits.
     */
    rices(values: Float64Array, known: Uint8Array, width: number, most: number, exact: number): void {
      // A local variable is faster to count on than one that other functions share.
      let at = position
      for (let i = 0; i < values.length; i += 1) {
        if (known[i] !== 1) continue
        const bits = window(at)
        const count = Math.clz32(~bits)
        if (count < most && count + width < AT_ONCE) {
          at += count + 1 + width
          // In two steps, as a shift by 32 bits is one by none.
          values[i] = (count << width) + (((bits << (count + 1)) >>> 1) >>> (31 - width))
        } else {
          position = at
          values[i] = ones(most) === most ? read(exact) : count * 2 ** width + read(width)
          at = position
        }
      }
      position = at
    },
  }
}
export type BitReader = ReturnType<typeof bitReader>
