import { QUARTER_MS } from '../../../time/days.ts'
import { SLOTS } from '../days.ts'
import type { Known } from '../forecast.ts'
import type { Learnt, Reissued } from '../learnt.ts'
import { issueTimes, judgedAt, type Memory, noMemory, toLearn } from '../memory.ts'
import { judge } from '../merit/judge.ts'
import { recentLoad } from '../recent.ts'
import { dayOfHouse } from './day.ts'
import { type HousePast, housePast } from './house-past.ts'
import { houseOutlook } from './issue.ts'
import { houseIssue } from './like-days.ts'

/** Days before there is enough to compare with. */
const FEWEST_BEFORE = 14

/** Learns from days that are over how far each rule and band of a house's load is to be trusted, as `learnPv` does. */
export function learnLoad(known: Known, most: number): Learnt {
  const past = housePast(known)
  let memory = known.memory ?? noMemory
  const reissued: Reissued[] = []
  for (const day of toLearn(memory, past.days, most))
    memory = learnDay(known, past, memory, day, (one) => reissued.push(one))
  return { memory, reissued }
}

function learnDay(
  known: Known,
  past: HousePast,
  memory: Memory,
  day: number,
  onReissued: (reissued: Reissued) => void,
): Memory {
  const learnt = past.days[day] ?? null
  if (Number.isNaN(past.means[day] ?? Number.NaN) || day < FEWEST_BEFORE) return { ...memory, learnt }
  const actual = Float64Array.from(past.power.subarray(day * SLOTS, (day + 1) * SLOTS))
  const merits = Object.fromEntries(
    issueTimes.map((time) => {
      const ahead = time === 'tomorrow' ? 1 : 0
      const [at, passed] = [day - ahead, judgedAt[time]]
      const start = past.grids[at]?.start ?? known.now
      const now = new Date(start.getTime() + passed * QUARTER_MS)
      const { days, level } = recentLoad({ ...known, now }, ahead + 1)
      const recent = days[ahead]
      const before = memory.merits[time]
      if (!recent) return [time, before]
      const issue = houseIssue(past, at, passed)
      const outlook = houseOutlook(issue, ahead, recent, level, { ...known, memory })
      if (time === 'midnight')
        onReissued({
          ...{ forecast: dayOfHouse(issue, outlook, ahead), weather: false },
          method: outlook.isNaive ? 'naive' : 'own',
        })
      return [time, judge(before ?? outlook.merit, outlook, actual, (slot) => ahead > 0 || slot >= passed)]
    }),
  )
  return { version: 1, learnt, merits }
}
