import { bitReader, bitWriter } from '../../../telemetry/sealing/bits.ts'
import { readColumn, writeColumn } from './columns.ts'

/** What became of one kind of energy on a day, and what rules of thumb had predicted, Wh; null = not known. */
export type Outcome = {
  readonly came: number | null
  readonly yesterday: number | null
  readonly week: number | null
}
/** A day that is over. `measured`: share of its quarters, 0 to 1. */
export type Judgement = { readonly measured: number; readonly pv: Outcome; readonly load: Outcome }

const SHARE_BITS = 10
const WHOLE = 1000
const COUNT = 3

const numbersOf = ({ came, yesterday, week }: Outcome) =>
  Float64Array.from([came, yesterday, week], (energy) => (energy === null ? Number.NaN : Math.round(energy)))

function outcomeOf(numbers: Float64Array): Outcome {
  const [came = null, yesterday = null, week = null] = Array.from(numbers, (energy) =>
    Number.isNaN(energy) ? null : energy,
  )
  return { came, yesterday, week }
}

/** Packs a judgement; nothing if there is none. */
export function packOutcome(judgement: Judgement | null): Buffer {
  if (!judgement) return Buffer.alloc(0)
  const out = bitWriter()
  out.write(Math.floor(judgement.measured * WHOLE), SHARE_BITS)
  writeColumn(out, numbersOf(judgement.pv))
  writeColumn(out, numbersOf(judgement.load))
  return out.bytes()
}

/** Reads the result of `packOutcome`. */
export function unpackOutcome(bytes: Uint8Array): Judgement | null {
  if (bytes.length === 0) return null
  const bits = bitReader(bytes)
  const measured = bits.read(SHARE_BITS) / WHOLE
  return { measured, pv: outcomeOf(readColumn(bits, COUNT)), load: outcomeOf(readColumn(bits, COUNT)) }
}
