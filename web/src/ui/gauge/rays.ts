/** A ray of the sun, lit or not, as part of a displayed number. */
export type Ray = { readonly degrees: number; readonly lit: boolean }

export type GaugeSize = 'mini' | 'normal' | 'large' | 'clock'
/** level: fills from the bottom, like a battery. clock: fills clockwise from the top, like progress. */
export type GaugeMode = 'level' | 'clock'

const CLOCK_RAYS = 60
const levelRays: Record<GaugeSize, number> = { mini: 20, normal: 32, large: 36, clock: CLOCK_RAYS }

/** The rays of a gauge at `percent` (0 to 100; null = unknown: none is lit), clockwise from the top. */
export function rays(mode: GaugeMode, size: GaugeSize, percent: number | null): Ray[] {
  const count = mode === 'clock' ? CLOCK_RAYS : levelRays[size]
  return Array.from({ length: count }, (_, i) => ({
    degrees: (360 / count) * i,
    lit:
      percent !== null &&
      percent > 0 &&
      (mode === 'clock' ? i < (count * percent) / 100 : below(i / count, percent)),
  }))
}

/** True if the ray at a fraction of the full turn lies at or below a level. */
const below = (turn: number, percent: number) =>
  (1 + Math.cos(2 * Math.PI * turn)) / 2 <= percent / 100 + 1e-9

const SKY_RAYS = 12
/** The sky sun's rays: the lit share is the PV power relative to its recent peak. */
export const skyRays = (share: number): Ray[] =>
  Array.from({ length: SKY_RAYS }, (_, i) => ({
    degrees: (360 / SKY_RAYS) * i,
    lit: i < Math.round(SKY_RAYS * share),
  }))
