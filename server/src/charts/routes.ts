import { getCalendar } from '@kellersonne/contract/calendar'
import { getGraph, intervals } from '@kellersonne/contract/charts'
import { type ApexRow, getApexChart, getSocData, getSocDataBare } from '@kellersonne/contract/charts-rows'
import { getEvents } from '@kellersonne/contract/events'
import { boundsOf, type Range, rangeOf } from '@kellersonne/core/charts'
import type { FastifyReply } from 'fastify'
import type { Db } from '../db/database.ts'
import { REVALIDATED } from '../http/cached.ts'
import { type Api, mount, Prepared } from '../http/mount.ts'
import { calendarOf } from './calendar.ts'
import { eventsOf } from './events.ts'
import { graphOf } from './graph.ts'
import { rowsOf } from './rows.ts'
import { askedFor } from './systems.ts'

type Deps = { readonly db: Db; readonly now: () => Date }

/** What is over may be kept by the caller's browser, which asks each time whether it still holds. */
function allowKeeping(reply: FastifyReply, range: Range, now: Date) {
  if (boundsOf(range).end <= now) reply.header('cache-control', REVALIDATED)
}

/** Mounts all that charts and calendar show. Of a system that is not the caller's they say no more than of none. */
export function charts(api: Api, { db, now }: Deps): void {
  mount(api, getGraph, async ({ caller: { owner }, query, reply }) => {
    const systems = await askedFor(db, owner, query.sn)
    const at = now()
    const { period } = intervals[query.interval]
    allowKeeping(reply, rangeOf(query.from_date, period, systems[0].time_zone), at)
    // Not parsed once more: it may hold a hundred thousand numbers that were made right here.
    return new Prepared(JSON.stringify(await graphOf(db, systems, query, at)))
  })

  mount(api, getApexChart, async ({ caller: { owner }, query: { sn, days, ...flags } }) => {
    const [system] = await askedFor(db, owner, sn)
    const names = (['m2', 'm4', 'm5'] as const).filter((name) => flags[name])
    const rows: ApexRow[] = await rowsOf(db, system, names, days, now())
    return new Prepared(JSON.stringify({ [sn]: rows }))
  })

  for (const endpoint of [getSocData, getSocDataBare])
    mount(api, endpoint, async ({ caller: { owner }, query: { sn, days } }) => {
      const [system] = await askedFor(db, owner, sn)
      return new Prepared(JSON.stringify({ [sn]: await rowsOf(db, system, ['m6'], days, now()) }))
    })

  mount(api, getCalendar, async ({ caller: { owner }, query, reply }) => {
    const systems = await askedFor(db, owner, query.sn)
    const at = now()
    const range = rangeOf(query.from_date, 'month', systems[0].time_zone)
    allowKeeping(reply, range, at)
    return calendarOf(db, systems, { sn: query.sn, range }, at)
  })

  mount(api, getEvents, async ({ caller: { owner }, query, reply }) => {
    const systems = await askedFor(db, owner, query.sn)
    const at = now()
    const range = { from: query.from_date, until: query.until_date, timeZone: systems[0].time_zone }
    allowKeeping(reply, range, at)
    return eventsOf(db, systems, range, at)
  })
}
