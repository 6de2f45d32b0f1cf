import type { BatteryState } from './battery.ts'
import { history } from './history.ts'
import { advance, type Hold, type Plant, type PlantState, type Sample } from './plant.ts'

const DAY = 86_400_000
const STRETCH = 500

export type MeterSettings = {
  readonly plant: Plant
  readonly known: PlantState
  /** Whether the battery worked while nobody listened. */
  readonly works: boolean
  readonly historyDays: number
  readonly intervalMs: number
}

/**
 * What measures and counts in a unit. It first runs on from what is known to `start` (ms UTC) and hands the
 * samples of that time to `onSamples`, oldest first, some hundreds at once.
 */
export function openMeter(
  settings: MeterSettings,
  start: number,
  onSamples: (samples: readonly Sample[]) => void,
) {
  const { plant, known, works } = settings
  const told = Math.max(known.at, start - settings.historyDays * DAY)
  let state = advance(plant, known, told, { works }).state
  let stretch: Sample[] = []
  for (const next of history(plant, state, start, works)) {
    state = next.state
    if (stretch.push(next.sample) < STRETCH) continue
    onSamples(stretch)
    stretch = []
  }
  onSamples(stretch)
  let last = advance(plant, state, Math.max(state.at, start - settings.intervalMs), { works })

  return {
    state: () => last.state,
    sample: () => last.sample,
    /** Measures what has been since the last time, whose instant the new one always follows. */
    measure(at: number, how: { works: boolean; hold: Hold }): Sample {
      last = advance(plant, last.state, Math.max(at, last.state.at + 1), how)
      return last.sample
    },
    /** Puts the battery into another state. */
    turn(battery: Partial<BatteryState>) {
      last = { ...last, state: { ...last.state, battery: { ...last.state.battery, ...battery } } }
    },
  }
}
