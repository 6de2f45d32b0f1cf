import { type Day, dayAfter, dayOf, startOfDay } from '@kellersonne/core/time/days'
import { chance, noise } from './random.ts'

/** The phase that a consumer, and the unit that measures it, is connected to. */
export type Phase = 1 | 2 | 3

const MINUTE = 60_000
const HOUR = 60 * MINUTE

type Appliance = {
  readonly phase: Phase
  readonly watts: number
  readonly minutes: number
  /** The hours of the local day between which it may start. */
  readonly hours: readonly [number, number]
  /** Probability that it runs that day. */
  readonly workday: number
  readonly weekend: number
}
const appliances: readonly Appliance[] = [
  { phase: 1, watts: 2000, minutes: 4, hours: [6.3, 7.5], workday: 1, weekend: 0.4 },
  { phase: 1, watts: 2000, minutes: 4, hours: [8, 10.5], workday: 0.3, weekend: 1 },
  { phase: 1, watts: 1300, minutes: 14, hours: [6.5, 9.5], workday: 0.7, weekend: 0.95 },
  { phase: 1, watts: 1900, minutes: 40, hours: [11.4, 12.4], workday: 0.25, weekend: 0.8 },
  { phase: 1, watts: 2100, minutes: 38, hours: [17.7, 19], workday: 0.85, weekend: 0.7 },
  { phase: 1, watts: 2400, minutes: 50, hours: [16, 18.5], workday: 0.15, weekend: 0.45 },
  { phase: 1, watts: 1950, minutes: 24, hours: [19.3, 20.5], workday: 0.7, weekend: 0.8 },
  { phase: 2, watts: 2050, minutes: 26, hours: [8, 15], workday: 0.3, weekend: 0.75 },
  { phase: 2, watts: 320, minutes: 75, hours: [8.5, 15.5], workday: 0.3, weekend: 0.75 },
  { phase: 2, watts: 850, minutes: 85, hours: [10, 17], workday: 0.25, weekend: 0.5 },
  { phase: 2, watts: 210, minutes: 290, hours: [17.2, 18.4], workday: 1, weekend: 1 },
  { phase: 2, watts: 1450, minutes: 12, hours: [9, 18], workday: 0.2, weekend: 0.6 },
  { phase: 2, watts: 950, minutes: 30, hours: [17.5, 20], workday: 0.5, weekend: 0.5 },
  { phase: 3, watts: 140, minutes: 500, hours: [7.6, 9], workday: 0.75, weekend: 0.1 },
  { phase: 3, watts: 1700, minutes: 22, hours: [5.6, 7], workday: 1, weekend: 0.3 },
  { phase: 3, watts: 1700, minutes: 35, hours: [8, 10], workday: 0, weekend: 0.7 },
  { phase: 3, watts: 1700, minutes: 30, hours: [18.5, 21.5], workday: 0.8, weekend: 0.9 },
  { phase: 3, watts: 190, minutes: 200, hours: [18, 19.5], workday: 0.8, weekend: 0.9 },
]
const baseLoads: Record<Phase, number> = { 1: 55, 2: 85, 3: 95 }
const FRIDGE_W = 95

type Run = { readonly phase: Phase; readonly watts: number; readonly from: number; readonly to: number }

/** Draws the appliances that run on a local day, always the same for the same seed and day. */
function runsOf(seed: number, day: Day, timeZone: string): Run[] {
  const start = startOfDay(day, timeZone).getTime()
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
  const atWeekend = weekday === 0 || weekday === 6
  const number = Date.parse(day) / 86_400_000
  return appliances.flatMap(({ phase, watts, minutes, hours: [first, last], workday, weekend }, i) => {
    const lot = (part: number) => chance(seed + i, number, part)
    if (lot(0) >= (atWeekend ? weekend : workday)) return []
    const from = start + (first + lot(1) * (last - first)) * HOUR
    return [
      {
        phase,
        watts: watts * (0.85 + 0.3 * lot(3)),
        from,
        to: from + minutes * (0.75 + 0.5 * lot(2)) * MINUTE,
      },
    ]
  })
}

/** Returns the base load: mean in W, with the fridge on L1. */
function baseLoad(seed: number, phase: Phase, at: number): number {
  const restless = 0.7 + 0.4 * noise(seed + phase, at, 25 * MINUTE) + 0.2 * noise(seed + phase, at, 40_000)
  const fridge = phase === 1 && noise(seed, at, 30 * MINUTE) > 0.6 ? FRIDGE_W : 0
  return baseLoads[phase] * restless + fridge
}

/** Returns a phase's mean load in W between two instants in ms UTC. */
export type Load = (phase: Phase, from: number, to: number) => number

/** Models an inhabited house: meals, laundry, evenings, other habits at weekends, by the wall clock of its zone. */
export function inhabitedHouse(seed: number, timeZone: string): Load {
  let day = { start: 0, end: 0, runs: [] as Run[] }
  function dayAt(at: number) {
    if (at < day.start || at >= day.end) {
      const today = dayOf(new Date(at), timeZone)
      const tomorrow = dayAfter(today)
      const runs = [dayAfter(today, -1), today, tomorrow].flatMap((d) => runsOf(seed, d, timeZone))
      day = {
        start: startOfDay(today, timeZone).getTime(),
        end: startOfDay(tomorrow, timeZone).getTime(),
        runs,
      }
    }
    return day
  }
  return (phase, from, to) => {
    let energy = 0
    for (const run of dayAt(from).runs) {
      if (run.phase === phase && run.from < to && run.to > from)
        energy += run.watts * (Math.min(to, run.to) - Math.max(from, run.from))
    }
    return baseLoad(seed, phase, (from + to) / 2) + energy / (to - from)
  }
}
