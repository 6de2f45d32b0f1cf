import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Quarters } from '@kellersonne/core/energy/forecast/days'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import { type Watts, watts } from '@kellersonne/core/units/units'

/** Mean powers of consecutive quarters; null = not measured. Of curtailed ones less was measured than the sun gave. */
export type Powers = { readonly powers: Quarters; readonly curtailed: ReadonlySet<number> }

const UNKNOWN = -1
/** Curtailed quarters are stored below −1. */
const CURTAILED = -2
/** W; what lies far above is kept to two hundredths of itself, what lies below to a watt or two. */
const SCALE_W = 50
const LEVEL = 4
const BYTE = 8

const codeOf = (power: number) => Math.round(SCALE_W * Math.asinh(power / SCALE_W))
/** Up to 10 GW. Not a typed array: each of the 35 000 values of a year would be a new object. */
const decoded: readonly Watts[] = Array.from({ length: 1024 }, (_, code) =>
  watts(SCALE_W * Math.sinh(code / SCALE_W)),
)

/**
 * Packs quarters, each to 1 % or 1 W: 50 · asinh(W / 50), −1 = not measured, −2 − n = n, curtailed. Low bytes come before high
 * ones, which hardly change; deflated. What was packed before comes out the same.
 */
export function packPowers({ powers, curtailed }: Powers): Buffer {
  const bytes = new Uint8Array(2 * powers.length)
  powers.forEach((power, i) => {
    const code = power === null ? UNKNOWN : codeOf(power)
    const kept = code >= 0 && curtailed.has(i) ? CURTAILED - code : code
    bytes[i] = kept
    bytes[powers.length + i] = kept >> BYTE
  })
  return deflateRawSync(bytes, { level: LEVEL })
}

/** Sign-extended. */
const keptAt = (bytes: Uint8Array, i: number) =>
  (((bytes[bytes.length / 2 + i] ?? 0) << (32 - BYTE)) >> (32 - 2 * BYTE)) | (bytes[i] ?? 0)

/** Unpacks quarters. */
export function unpackPowers(packed: Buffer): Powers {
  const bytes = inflateRawSync(packed)
  const count = bytes.length / 2
  const curtailed = new Set<number>()
  const powers: (Watts | null)[] = new Array(count)
  for (let i = 0; i < count; i += 1) {
    const kept = keptAt(bytes, i)
    if (kept <= CURTAILED) curtailed.add(i)
    powers[i] = kept === UNKNOWN ? null : (decoded[kept <= CURTAILED ? CURTAILED - kept : kept] ?? null)
  }
  return { powers, curtailed }
}

/** Unpacks quarters without an object for each of them; NaN = not measured. */
export function unpackCourse(packed: Buffer): Pick<Powers, 'curtailed'> & { readonly power: Float64Array } {
  const bytes = inflateRawSync(packed)
  const curtailed = new Set<number>()
  const power = new Float64Array(bytes.length / 2)
  for (let i = 0; i < power.length; i += 1) {
    const kept = keptAt(bytes, i)
    if (kept <= CURTAILED) curtailed.add(i)
    power[i] =
      kept === UNKNOWN ? Number.NaN : (decoded[kept <= CURTAILED ? CURTAILED - kept : kept] ?? Number.NaN)
  }
  return { power, curtailed }
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
  const kept =
    first < 0 ? year.slice(-first, Math.max(0, second - first)) : year.slice(0, Math.max(0, second))
  const missing = Array.from({ length: Math.max(0, second - kept.length) }, () => null)
  return kept.concat(missing, second < 0 ? later.slice(-second) : later)
}
