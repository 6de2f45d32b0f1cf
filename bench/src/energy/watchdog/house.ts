import type { WatchedQuarters } from '@kellersonne/core/energy/findings/quarters'
import { dayAfter, QUARTER_MS, startOfDay } from '@kellersonne/core/time/days'
import { type Battery, type BatteryState, stepBattery } from '@kellersonne/simulator/plant/battery'
import { seeded } from '../../lib/random.ts'
import type { Household } from '../recordings.ts'
import type { Fault } from './faults.ts'

const STEPS = 3
const HOURS = 0.25 / STEPS
const PERCENT = 100
export const DAY_QUARTERS = 96
/** Powers within a recorded hour vary by so much around its mean. */
const WITHIN = { pv: 0.15, load: 0.35 }
/** A battery's own estimate of its charge wanders by so many points. */
const WANDERS = 1.5

/** Recorded powers by quarter, W; NaN = not recorded. */
export type Course = {
  readonly start: number
  readonly pv: Float64Array
  readonly load: Float64Array
  /** The quarters with which local days begin, and the end. */
  readonly midnights: readonly number[]
}

/** Arranges a recording's days by time. */
export function courseOf({ days, pv, load }: Household, timeZone: string): Course {
  const random = seeded(5)
  const starts = days.map((day) => startOfDay(day, timeZone).getTime())
  const start = starts[0] ?? 0
  const last = days.at(-1)
  const end = last === undefined ? start : startOfDay(dayAfter(last), timeZone).getTime()
  const column = (history: Household['pv'], within: number) => {
    const values = new Float64Array((end - start) / QUARTER_MS).fill(Number.NaN)
    days.forEach((day, d) => {
      const from = ((starts[d] ?? start) - start) / QUARTER_MS
      for (const [i, power] of (history.get(day) ?? []).entries())
        if (power !== null) values[from + i] = power * (1 + within * (2 * random() - 1))
    })
    return values
  }
  return {
    ...{ start, pv: column(pv, WITHIN.pv), load: column(load, WITHIN.load) },
    midnights: [...starts, end].map((at) => (at - start) / QUARTER_MS),
  }
}

/** The state of a house at the start of a quarter. */
export type HouseState = BatteryState

export const emptyQuarters = (start: number, count: number): WatchedQuarters => {
  const column = () => new Float64Array(count).fill(Number.NaN)
  const [soc, lowest, charge, discharge] = [column(), column(), column(), column()]
  const [pv, bought, feedIn] = [column(), column(), column()]
  return { start, soc, lowest, charge, discharge, pv, import: bought, feedIn, excused: new Uint8Array(count) }
}

/** Simulates the battery behind recorded powers in the quarters [from, until), and writes what meters count into `out`. */
export function live(
  course: Course,
  normal: Battery,
  state: HouseState,
  { from, until, begun, fault }: { from: number; until: number; begun: number; fault: Fault | null },
  out: WatchedQuarters,
): HouseState {
  let inner = state
  const isFaulty = (i: number) => fault !== null && i >= begun
  for (let i = from; i < until; i += 1) {
    const f: Fault = isFaulty(i) ? (fault ?? {}) : {}
    const battery = {
      ...normal,
      capacity: normal.capacity * (f.capacity ?? 1),
      efficiency: Math.sqrt(normal.efficiency ** 2 - (f.trip ?? 0) / PERCENT),
    }
    const [sun, load] = [course.pv[i] ?? Number.NaN, course.load[i] ?? Number.NaN]
    const pv = sun * (f.pv?.((i - begun) / DAY_QUARTERS) ?? 1)
    const isKnown = !Number.isNaN(pv + load)
    let [charge, discharge, bought, fed, level] = [0, 0, 0, 0, 0]
    for (let step = 0; step < STEPS; step += 1) {
      const at = course.start + (i + (step + 1) / STEPS) * QUARTER_MS
      const surplus = isKnown ? pv - load : 0
      const wanted = f.keeps ? Math.max(0, surplus) : surplus
      const before = { ...inner, energy: Math.min(inner.energy, battery.capacity) }
      const next = stepBattery(battery, before, wanted, HOURS, at, isKnown && !f.stuck)
      const drained = Math.max(0, next.state.energy - (f.own ?? 0) * HOURS)
      // Stuck for a meter, too: its electronics are fed from the grid.
      inner = { ...next.state, energy: f.stuck ? before.energy : drained }
      charge += Math.max(0, -next.power) * HOURS
      discharge += Math.max(0, next.power) * HOURS
      const grid = (load - pv - next.power) * HOURS
      bought += Math.max(0, grid)
      fed += Math.max(0, -grid)
      level += (PERCENT * inner.energy) / battery.capacity / STEPS
    }
    if (!isKnown) continue
    const [flipsBattery, flipsGrid] = [f.flips === 'battery', f.flips === 'grid']
    out.pv[i] = Math.round(pv / 4)
    out.charge[i] = Math.round(flipsBattery ? discharge : charge)
    out.discharge[i] = Math.round(flipsBattery ? charge : discharge)
    out.import[i] = Math.round(flipsGrid ? fed : bought)
    out.feedIn[i] = Math.round(flipsGrid ? bought : fed)
    const reported = level + WANDERS * Math.sin(i / 37) * (level > 1 && level < 99 ? 1 : 0)
    out.soc[i] = Math.round(Math.min(PERCENT, Math.max(0, reported)))
    out.lowest[i] = out.soc[i] ?? Number.NaN
  }
  return inner
}
