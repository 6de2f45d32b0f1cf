import { openBudget } from './budget.ts'
import { DeviceFault } from './fault.ts'

/**
 * In packets, in reads of the socket and in KB together. Room for a broker that republishes 2000 values at once, and for
 * 500 a second even if each comes by itself.
 */
const LIMITS = { most: 4000, perSecond: 1000 }
const KB = 1024

/** Size of the whole packet that begins with these bytes; null if more of its header is needed. Throws `DeviceFault`. */
export type SizeOf = (header: Buffer) => number | null

const NOTHING: Buffer = Buffer.alloc(0)

/**
 * Counts the packets of one connection before they are parsed. A library goes on with all that it was given, even after
 * its connection is closed. The returned function throws `DeviceFault` (`flood`) beyond what is allowed.
 */
export function openMeter(sizeOf: SizeOf): (bytes: Buffer) => void {
  const budget = openBudget(LIMITS)
  /** Bytes still to come of the present packet. */
  let rest = 0
  /** The beginning of a header whose end has not come yet. */
  let begun = NOTHING
  function spend(cost: number) {
    if (!budget.spend(cost)) throw new DeviceFault('flood')
  }
  return (bytes) => {
    spend(1 + bytes.length / KB)
    let at = Math.min(rest, bytes.length)
    rest -= at
    while (at < bytes.length) {
      const header = begun.length === 0 ? bytes.subarray(at) : Buffer.concat([begun, bytes.subarray(at)])
      const size = sizeOf(header)
      if (size === null) {
        begun = Buffer.from(header)
        return
      }
      spend(1)
      const here = size - begun.length
      begun = NOTHING
      rest = Math.max(0, here - (bytes.length - at))
      at += here - rest
    }
  }
}
