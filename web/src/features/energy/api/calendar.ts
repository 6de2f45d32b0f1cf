import { getCalendar } from '@kellersonne/contract/energy/calendar'
import { type Month, toMonth } from '@kellersonne/contract/energy/month'
import type { Day } from '@kellersonne/core/time/days'
import { callWithRetry } from '../../../platform/client/callWithRetry.ts'
import { createQueries } from '../../../platform/client/query.ts'
import type { System } from './charts.ts'

const months = createQueries<string, Month>(async (key) => {
  const [sn = '', from_date = ''] = key.split(' ')
  return toMonth(await callWithRetry(getCalendar, { query: { sn, from_date } }))
})

/** A system's month, named by its first day; cached. */
export const monthOf = (system: System, month: Day) => months(`${system} ${month}`)
