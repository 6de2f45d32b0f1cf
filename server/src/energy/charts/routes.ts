import { getCalendar } from '@kellersonne/contract/energy/calendar'
import { getGraph, intervals } from '@kellersonne/contract/energy/charts'
import { getApexChart, getSocData, getSocDataBare } from '@kellersonne/contract/energy/charts-rows'
import { getCounterJumps } from '@kellersonne/contract/energy/counters'
import { getEvents } from '@kellersonne/contract/energy/events'
import { boundsOf, type Range, rangeOf } from '@kellersonne/core/energy/charts'
import type { FastifyReply } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { REVALIDATED } from '../../platform/http/cached.ts'
import { type Api, mount, Prepared } from '../../platform/http/mount.ts'
import { systemAccess } from '../../systems/access.ts'
import type { Question } from './answers.ts'
import { answerInTurn } from './chart-turns.ts'
import type { ChartWorker } from './chart-worker.ts'

type Deps = { readonly db: Db; readonly now: () => Date; readonly answering: ChartWorker }

/** Lets the browser cache a range that is over, with revalidation on each request. */
function allowKeeping(reply: FastifyReply, range: Range, now: Date) {
  if (boundsOf(range).end <= now) reply.header('cache-control', REVALIDATED)
}

/** Mounts the data of charts and calendar. Another owner's system gets the same response as a missing one. */
export function charts(api: Api, { db, now, answering }: Deps): void {
  const access = systemAccess(db)
  const answer = async (call: Parameters<typeof answerInTurn>[1], question: Question, at: Date) =>
    new Prepared(await answerInTurn(answering, call, question, at))

  mount(api, getGraph, async (call) => {
    const { caller, query, reply } = call
    const systems = await access.named(caller, 'see', query.sn)
    const at = now()
    const { period } = intervals[query.interval]
    allowKeeping(reply, rangeOf(query.from_date, period, systems[0].time_zone), at)
    return answer(call, { of: 'graph', systems, asked: query }, at)
  })

  mount(api, getApexChart, async (call) => {
    const { sn, days, ...flags } = call.query
    const system = await access.one(call.caller, 'see', sn)
    const names = (['m2', 'm4', 'm5'] as const).filter((name) => flags[name])
    return answer(call, { of: 'rows', system, sn, names, days }, now())
  })

  for (const endpoint of [getSocData, getSocDataBare])
    mount(api, endpoint, async (call) => {
      const { sn, days } = call.query
      const system = await access.one(call.caller, 'see', sn)
      return answer(call, { of: 'rows', system, sn, names: ['m6'], days }, now())
    })

  mount(api, getCalendar, async (call) => {
    const { sn, from_date } = call.query
    const { caller, reply } = call
    const systems = await access.named(caller, 'see', sn)
    const at = now()
    const range = rangeOf(from_date, 'month', systems[0].time_zone)
    allowKeeping(reply, range, at)
    return answer(call, { of: 'calendar', systems, sn, range }, at)
  })

  mount(api, getEvents, async (call) => {
    const { caller, query, reply } = call
    const systems = await access.named(caller, 'see', query.sn)
    const at = now()
    const range = { from: query.from_date, until: query.until_date, timeZone: systems[0].time_zone }
    allowKeeping(reply, range, at)
    return answer(call, { of: 'events', systems, range }, at)
  })

  mount(api, getCounterJumps, async (call) =>
    answer(call, { of: 'jumps', systems: await access.named(call.caller, 'see', call.query.sn) }, now()),
  )

  api.app.addHook('onClose', () => answering.close())
}
