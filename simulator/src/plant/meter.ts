import type { BatteryState } from './battery.ts'
import { history } from './history.ts'
import { advance, type Hold, type Plant, type PlantState, type Sample } from './plant.ts'

const DAY = 86_400_000
const STRETCH = 500

export type MeterSettings = {
  readonly plant: Plant
  readonly known: PlantState
  /** True if the battery worked while the unit was not running. */
  readonly works: boolean
  /** True for a unit without a past: its history ends with a battery that is neither empty nor full. */
  readonly prepares: boolean
  readonly historyDays: number
  readonly intervalMs: number
}

/**
 * The meter of a unit. It first catches up from the known state to `start` (ms UTC) and passes the samples of that
 * time to `onSamples`, oldest first, some hundreds at a time.
 */
export function openMeter(
  settings: MeterSettings,
  start: number,
  onSamples: (samples: readonly Sample[]) => void,
) {
  const { plant, known, works, prepares } = settings
  const historyStart = Math.max(known.at, start - settings.historyDays * DAY)
  let state = advance(plant, known, historyStart, { works }).state
  let stretch: Sample[] = []
  for (const next of history(plant, state, start, { works, prepares })) {
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
    /** Measures the time since the last sample; the new instant is always later than the last. */
    measure(at: number, how: { works: boolean; hold: Hold }): Sample {
      last = advance(plant, last.state, Math.max(at, last.state.at + 1), how)
      return last.sample
    },
    /** Changes the state of the battery. */
    turn(battery: Partial<BatteryState>) {
      last = { ...last, state: { ...last.state, battery: { ...last.state.battery, ...battery } } }
    },
  }
}
