import { type ChartEvent, getEvents } from '@kellersonne/contract/energy/events'
import type { Day } from '@kellersonne/core/time/days'
import { callWithRetry } from '../../../platform/client/callWithRetry.ts'
import { createQueries } from '../../../platform/client/query.ts'
import type { System } from './charts.ts'
import { onCorrected } from './corrected.ts'

export type EventsQuery = { readonly system: System; readonly from: Day; readonly until: Day }

const events = createQueries<string, { events: ChartEvent[]; more: boolean }>((key) => {
  const [sn = '', from_date = '', until_date = ''] = key.split(' ')
  return callWithRetry(getEvents, { query: { sn, from_date, until_date } })
})
onCorrected(events.expireAll)

/** Events of a range of days, oldest first. */
export const eventsOf = ({ system, from: first, until }: EventsQuery) => events(`${system} ${first} ${until}`)
