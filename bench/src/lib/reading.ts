import type { ReadingMessage } from '@kellersonne/contract/telemetry/device'

/** Interval between a unit's readings. */
export const READING_MS = 10_000

/** Returns the `index`th reading of a unit at an instant in ms, with varying values and rising counters. */
export function reading(index: number, at: number): ReadingMessage {
  return {
    at: new Date(at).toISOString(),
    grid_v: 228 + (index % 40) / 10,
    grid_w: (index % 500) - 250,
    pv_w: 1500 + (index % 700),
    battery_w: -((index % 300) + 200),
    soc: 40 + (index % 400) / 10,
    output_w: 900 + (index % 100),
    energy_wh: {
      pv: 18_204_411 + index * 5,
      import: 4_410_230 + index,
      feed_in: 9_120_455 + index * 2,
      charge: 6_120_998 + index,
      discharge: 5_511_200 + index,
    },
  }
}
