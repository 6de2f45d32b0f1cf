import { aspects } from './aspects.ts'
import { type Aspect, type Evidence, isBeyond, usualOf, type Value, valueBefore } from './evidence.ts'
import type { FindingName } from './judgement.ts'
import type { WatchedQuarters } from './quarters.ts'
import { answersOf, type Direction, type Experience, type Responses } from './responses.ts'

/** What a night learns of the past, by which the day after it is judged while it lasts, without the past. */
export type DayRule = Experience & {
  readonly direction: Direction
  /** So much must have come up on the day itself, Wh. */
  readonly enough: number
  /** The share below which no moment of a usual day ever was. */
  readonly limit: number
}

const DAY_QUARTERS = 96
const names = { charge: 'no_charge', discharge: 'no_discharge' } as const
const aspectOf = ({ direction }: Pick<DayRule, 'direction'>): Aspect => aspects[names[direction]]

/** The worst that `valueBefore` would have been at any moment of the day [from, until) by that day alone; null if too little came up. */
function worstOf({ part, whole, enough }: Evidence, aspect: Aspect, from: number, until: number) {
  let [parts, all, first] = [0, 0, from]
  let worst: Value | null = null
  for (let i = from; i < until; i += 1) {
    parts += part[i] ?? 0
    all += whole[i] ?? 0
    for (; first < i && all - (whole[first] ?? 0) >= enough; first += 1) {
      parts -= part[first] ?? 0
      all -= whole[first] ?? 0
    }
    const value = parts / all
    if (all >= enough && (worst === null || isBeyond(value, worst.value, aspect)))
      worst = { value, from: first, until }
  }
  return worst
}

/**
 * Learns from the responses of consecutive quarters, the first of which begins a day, how the next day is judged. The limit is one
 * for the worst moment of a day, so that a day that is judged many times alarms no more often than a night. Directions of which
 * too little is known are left out.
 */
export function learnDay(responses: Responses): DayRule[] {
  const rules: DayRule[] = []
  for (const direction of ['charge', 'discharge'] as const) {
    const response = responses[direction]
    if (response === null) continue
    const { whole, enough, experience } = response
    const aspect = aspectOf({ direction })
    const days = Array.from({ length: Math.floor(whole.length / DAY_QUARTERS) }, (_, day) =>
      worstOf(response, aspect, day * DAY_QUARTERS, (day + 1) * DAY_QUARTERS),
    )
    const known = days.filter((day) => day !== null)
    const usual = usualOf(known, whole.length, aspect)
    if (usual !== null) rules.push({ direction, ...experience, enough, limit: usual.limit })
  }
  return rules
}

/** Returns what is beyond its limit by the newest quarters of a day so far that say enough. */
export const foundSoFar = (rules: readonly DayRule[], day: WatchedQuarters): FindingName[] =>
  rules
    .filter((rule) => {
      const until = day.soc.length
      const answers = answersOf(day, rule.direction, rule)
      const latest = valueBefore({ ...answers, start: day.start, enough: rule.enough, reach: until }, until)
      return latest !== null && isBeyond(latest.value, rule.limit, aspectOf(rule))
    })
    .map(({ direction }) => names[direction])

const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0)

/** Whether some quarters are, all together, beyond a limit: only then is their day worth reading. */
export const isSuspicious = (rules: readonly DayRule[], quarters: WatchedQuarters): boolean =>
  rules.some((rule) => {
    const { part, whole } = answersOf(quarters, rule.direction, rule)
    const all = total(whole)
    return all > 0 && isBeyond(total(part) / all, rule.limit, aspectOf(rule))
  })
