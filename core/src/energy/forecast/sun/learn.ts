import { startOfDay } from '../../../time/days.ts'
import type { Steps } from '../../steps.ts'
import { bySlot, SLOTS } from '../days.ts'
import type { DayForecast, Known } from '../forecast.ts'
import type { Learnt, Reissued } from '../learnt.ts'
import { type IssueTime, issueTimes, judgedAt, type Memory, noMemory, toLearn } from '../memory.ts'
import { judge } from '../merit/judge.ts'
import type { Merit } from '../merit/merit.ts'
import { recentPv } from '../recent.ts'
import { dayOfSun } from './day.ts'
import { overBy, type SunOutlook, scaleOfBand, sunOutlook, sunTarget } from './issue.ts'
import type { SunIssue } from './like-days.ts'
import type { WeatherGrid } from './like-weather.ts'
import { type SunPast, sunPast, yieldOver } from './sun-past.ts'
import { usableWeather } from './usable-weather.ts'

const QUARTER_MS = 900_000
/** Days before there is enough to compare with. */
const FEWEST_BEFORE = 21

/**
 * Learns from days that are over how far each rule and band is to be trusted: issues their forecasts once more, with
 * nothing but what was known then, and judges them. At most `most` days at a time, the oldest first; up to a
 * hundred ms in all, some ten a step.
 */
export function* learnPv(known: Known, most: number): Steps<Learnt> {
  const past = sunPast(known)
  yield
  const { grid } = usableWeather(known, past, 1)
  let memory = known.memory ?? noMemory
  const reissued: Reissued[] = []
  for (const day of toLearn(memory, past.days, most))
    memory = yield* learnDay(known, past, grid, memory, day, (one) => reissued.push(one))
  return { memory, reissued }
}

const WHOLE = new Uint8Array(SLOTS).fill(1)

function* learnDay(
  known: Known,
  past: SunPast,
  weather: WeatherGrid | null,
  memory: Memory,
  day: number,
  onReissued: (reissued: Reissued) => void,
): Steps<Memory> {
  const learnt = past.days[day] ?? null
  const isKnown =
    yieldOver(past, past.sky(past.ofYear[day] ?? 1), day, WHOLE) !== null && past.usable[day] === 1
  if (!isKnown || day < FEWEST_BEFORE) return { ...memory, learnt }
  const merits: Partial<Record<IssueTime, Merit>> = {}
  for (const time of issueTimes) {
    yield
    const ahead = time === 'tomorrow' ? 1 : 0
    const at = day - ahead
    const passed = judgedAt[time]
    const issue: SunIssue = { past, at, isOver: overBy(past, at, passed) }
    const target = sunTarget(past, at, ahead)
    const start = startOfDay(past.days[at] ?? target.day, past.timeZone)
    const now = new Date(start.getTime() + passed * QUARTER_MS)
    const recent = recentPv({ history: known.history, now, timeZone: past.timeZone }, ahead + 1).days[ahead]
    const course = Float64Array.from(
      bySlot(recent?.quarters ?? [], target.grid.slots),
      (power) => power ?? Number.NaN,
    )
    const outlook = sunOutlook(issue, target, passed, course, memory, weather)
    if (time === 'midnight') onReissued(reissuedOf(outlook, dayOfSun(issue, outlook, target)))
    const before = memory.merits[time] ?? outlook.merit
    // An issue of a dark morning knows no more than one of midnight, and is judged as such.
    merits[time] = outlook.time === time ? judged(before, issue, outlook, day) : before
  }
  return { version: 1, learnt, merits }
}

function reissuedOf({ isNaive, weatherShare }: SunOutlook, forecast: DayForecast): Reissued {
  const weather = !isNaive && weatherShare !== null && weatherShare >= 0.5
  return { forecast, weather, method: isNaive ? 'naive' : weather ? 'weather' : 'own' }
}

function judged(merit: Merit, { past, at, isOver }: SunIssue, outlook: SunOutlook, day: number): Merit {
  const isLeft = (slot: number) => day > at || isOver[slot] === 0
  const actual = Float64Array.from(past.power.subarray(day * SLOTS, (day + 1) * SLOTS))
  const unit = scaleOfBand(outlook.clear)
  return judge(merit, { ...outlook, scale: outlook.clear, unit }, actual, isLeft)
}
