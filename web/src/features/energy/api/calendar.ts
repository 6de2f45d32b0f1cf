import { calendar, getCalendar } from '@kellersonne/contract/energy/calendar'
import { chartDay } from '@kellersonne/contract/energy/charts'
import { type Month, toMonth } from '@kellersonne/contract/energy/month'
import { type Day, dayAfter } from '@kellersonne/core/time/days'
import { nextPeriod } from '@kellersonne/core/time/periods'
import * as z from 'zod/mini'
import { callWithRetry } from '../../../platform/client/callWithRetry.ts'
import { createCopies } from '../../../platform/client/copies.ts'
import { createQueries } from '../../../platform/client/query.ts'
import type { System } from './charts.ts'
import { onCorrected } from './corrected.ts'

const partsOf = (key: string) => {
  const [sn = '', from_date = ''] = key.split(' ')
  return { sn, from_date }
}

/** A month is kept until a week after its end. */
const copies = createCopies('calendar', calendar, (key) => {
  const month = z.safeParse(chartDay, partsOf(key).from_date).data
  return month ? dayAfter(nextPeriod(month, 'month'), 6) : null
})

const months = createQueries(
  async (key): Promise<Month> =>
    toMonth(await copies.keep(key, callWithRetry(getCalendar, { query: partsOf(key) }))),
  (key) => {
    const copy = copies.of(key)
    return copy && { value: toMonth(copy.answer), at: copy.at }
  },
)

onCorrected(() => {
  copies.expireAll()
  months.expireAll()
})

/** A system's month, named by its first day; cached. */
export const monthOf = (system: System, month: Day) => months(`${system} ${month}`)
