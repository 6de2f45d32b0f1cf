import { QUARTER_MS } from '../../../time/days.ts'
import type { Steps } from '../../steps.ts'
import { SLOTS } from '../days.ts'
import type { Known } from '../forecast.ts'
import type { Learnt, Reissued } from '../learnt.ts'
import { type IssueTime, issueTimes, judgedAt, type Memory, noMemory, toLearn } from '../memory.ts'
import { judge } from '../merit/judge.ts'
import type { Merit } from '../merit/merit.ts'
import { recentLoad } from '../recent.ts'
import { dayOfHouse } from './day.ts'
import { type HousePast, housePast } from './house-past.ts'
import { houseOutlook } from './issue.ts'
import { houseIssue } from './like-days.ts'

/** Days before there is enough to compare with. */
const FEWEST_BEFORE = 14

/** Learns from days that are over how far each rule and band of a house's load is to be trusted, as `learnPv` does. */
export function* learnLoad(known: Known, most: number): Steps<Learnt> {
  const past = housePast(known)
  let memory = known.memory ?? noMemory
  const reissued: Reissued[] = []
  for (const day of toLearn(memory, past.days, most))
    memory = yield* learnDay(known, past, memory, day, (one) => reissued.push(one))
  return { memory, reissued }
}

function* learnDay(
  known: Known,
  past: HousePast,
  memory: Memory,
  day: number,
  onReissued: (reissued: Reissued) => void,
): Steps<Memory> {
  const learnt = past.days[day] ?? null
  if (Number.isNaN(past.means[day] ?? Number.NaN) || day < FEWEST_BEFORE) return { ...memory, learnt }
  const actual = Float64Array.from(past.power.subarray(day * SLOTS, (day + 1) * SLOTS))
  const merits: Partial<Record<IssueTime, Merit>> = {}
  for (const time of issueTimes) {
    yield
    const ahead = time === 'tomorrow' ? 1 : 0
    const [at, passed] = [day - ahead, judgedAt[time]]
    const start = past.grids[at]?.start ?? known.now
    const now = new Date(start.getTime() + passed * QUARTER_MS)
    const { days, level } = recentLoad({ ...known, now }, ahead + 1)
    const recent = days[ahead]
    const before = memory.merits[time]
    if (!recent) {
      if (before) merits[time] = before
      continue
    }
    const issue = houseIssue(past, at, passed)
    const outlook = houseOutlook(issue, ahead, recent, level, { ...known, memory })
    if (time === 'midnight')
      onReissued({
        ...{ forecast: dayOfHouse(issue, outlook, ahead), weather: false },
        method: outlook.isNaive ? 'naive' : 'own',
      })
    merits[time] = judge(before ?? outlook.merit, outlook, actual, (slot) => ahead > 0 || slot >= passed)
  }
  return { version: 1, learnt, merits }
}
