import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Quarters } from '@kellersonne/core/energy/forecast/days'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import { type Watts, watts } from '@kellersonne/core/units/units'

/** Mean powers of consecutive quarters; null = not measured. Of curtailed ones less was measured than the sun gave. */
export type Powers = { readonly powers: Quarters; readonly curtailed: ReadonlySet<number> }

const UNKNOWN = -1
/** Curtailed quarters are stored below −1. */
const CURTAILED = -2
const MOST = 32_000
const LEVEL = 4

/**
 * Packs quarters: numbers of 16 bits in a step of 1 W, or more where one exceeds 32 kW; the first is the step. −1 = not
 * measured, −2 − n = n, curtailed. Deflated.
 */
export function packPowers({ powers, curtailed }: Powers): Buffer {
  const most = powers.reduce<number>((max, power) => Math.max(max, power ?? 0), 0)
  const step = Math.max(1, Math.ceil(most / MOST))
  const numbers = new Int16Array(powers.length + 1)
  numbers[0] = Math.min(step, MOST)
  powers.forEach((power, i) => {
    const value = power === null ? UNKNOWN : Math.min(MOST, Math.round(power / step))
    numbers[i + 1] = value >= 0 && curtailed.has(i) ? CURTAILED - value : value
  })
  return deflateRawSync(Buffer.from(numbers.buffer), { level: LEVEL })
}

/** Unpacks quarters. */
export function unpackPowers(packed: Buffer): Powers {
  const bytes = inflateRawSync(packed)
  const numbers = new Int16Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.byteLength / 2))
  const step = numbers[0] ?? 1
  const powers: (Watts | null)[] = new Array(Math.max(0, numbers.length - 1))
  const curtailed = new Set<number>()
  for (let i = 1; i < numbers.length; i += 1) {
    const value = numbers[i] ?? UNKNOWN
    if (value <= CURTAILED) curtailed.add(i - 1)
    powers[i - 1] = value === UNKNOWN ? null : watts(step * (value <= CURTAILED ? CURTAILED - value : value))
  }
  return { powers, curtailed }
}

/** Lays later quarters over those of a year, and moves its start to `start`. */
export function overlaid(
  year: Quarters,
  from: Date,
  later: Quarters,
  laterFrom: Date,
  start: Date,
): Quarters {
  const at = (of: Date) => Math.round((of.getTime() - start.getTime()) / QUARTER_MS)
  const [first, second] = [at(from), at(laterFrom)]
  const length = Math.max(0, second + later.length)
  return Array.from({ length }, (_, i) =>
    i >= second ? (later[i - second] ?? null) : (year[i - first] ?? null),
  )
}
