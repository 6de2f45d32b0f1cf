/** SMA's datagrams: "SMA", a header, and an energy meter's numbers by their OBIS index. */
const PROTOCOL = 0x6069
const FIRST = 28
const VERSION = 0x9000
const VALUE = 4
const COUNTER = 8

export type Spoken = {
  readonly serial: string
  readonly values: ReadonlyMap<number, number>
  readonly counters: ReadonlyMap<number, number>
}

/** Parses a datagram's numbers, unscaled; null if it is not an energy meter's, or truncated. */
export function spokenIn(bytes: Buffer): Spoken | null {
  if (bytes.length < FIRST || bytes.toString('latin1', 0, 3) !== 'SMA' || bytes.readUInt16BE(16) !== PROTOCOL)
    return null
  const end = bytes.readUInt16BE(12) + 16
  if (end > bytes.length) return null
  const [values, counters] = [new Map<number, number>(), new Map<number, number>()]
  for (let at = FIRST; at + 4 <= end; ) {
    const [index, type] = [bytes.readUInt16BE(at), bytes.readUInt8(at + 2)]
    // What follows the version's index is no type.
    const isVersion = index === VERSION
    const isCounter = !isVersion && type === COUNTER
    if (!isVersion && !isCounter && type !== VALUE) break
    const size = isCounter ? 8 : 4
    if (at + 4 + size > bytes.length) return null
    if (isCounter) counters.set(index % 256, Number(bytes.readBigUInt64BE(at + 4)))
    else if (!isVersion) values.set(index % 256, bytes.readUInt32BE(at + 4))
    at += 4 + size
  }
  return { serial: String(bytes.readUInt32BE(20)), values, counters }
}
