import { listMessages } from '@kellersonne/contract/messages/messages'
import type { Db } from '@kellersonne/server/platform/db/database'
import { openSharedDatabase } from '../lib/database.ts'
import { makeFleet, makeOwners } from '../lib/fleet.ts'
import { signInAs } from '../lib/owner.ts'
import { type Figure, report, spread } from '../lib/report.ts'
import { freePorts, startServer, stop } from '../lib/server.ts'
import { onStage } from '../lib/stage.ts'
import { median } from '../lib/statistics.ts'

const FEW = 100
const MANY = 10_000
const WARM_UP = 100
const ROUNDS = 8
const CALLS = 100
const LIST = 'every message, first page'

/** Stores resolved messages, ten minutes of every half hour, a tenth of them of the highest severity. */
async function fillEpisodes(db: Db, system: number, count: number) {
  await db.run(
    `with first_state as (
       insert into state (system, at, payload)
       select $1, now() - interval '300 days', '{"at": "2026-01-01T00:00:00Z", "status": "on"}'
     ), last_contact as (
       insert into latest (system, heard_at) values ($1, now())
     )
     insert into episode (system, code, raised_at, resolved_at, count)
     select $1, case when i % 10 = 0 then 'relay' else 'i2' end, raised_at, raised_at + interval '10 minutes', 1
     from generate_series(1, $2) as i, lateral (select now() - i * interval '30 minutes') as at(raised_at)`,
    [system, count],
  )
  await db.run('vacuum analyze episode, episode_count')
}

await onStage(async (stage) => {
  const { db, env } = await openSharedDatabase(stage)
  const fleet = await makeFleet(db, 1001, 2)
  const emails = await makeOwners(db, fleet, 2)
  for (const [i, { id }] of fleet.entries()) await fillEpisodes(db, id, i === 0 ? FEW : MANY)
  const ports = await freePorts()
  const server = await startServer({ ...env, ...ports.env })
  stage.onEnd(() => stop(server))
  const url = `http://127.0.0.1:${ports.http}`
  const owners = await Promise.all(emails.map((email) => signInAs(email, url)))

  /** Makes calls sequentially; resolves to the ms of each. */
  async function ask(who: number, query: string, calls: number) {
    const headers = { authorization: `Bearer ${owners[who]?.access}` }
    const times: number[] = []
    for (let i = 0; i < calls; i += 1) {
      const began = performance.now()
      const answer = await fetch(`${url}${listMessages.path}?${query}`, { headers })
      const { messages } = listMessages.response.parse(await answer.json())
      times.push(performance.now() - began)
      if (messages.length === 0) throw new Error('a page is empty')
    }
    return median(times)
  }

  /** Alternates the same call for few and for many messages. */
  async function compare(name: string, [few, many]: readonly [string, string]): Promise<Figure[]> {
    const times: [number, number][] = []
    for (let round = 0; round <= ROUNDS; round += 1) {
      const calls = round === 0 ? WARM_UP : CALLS
      const pair: [number, number] = [await ask(0, few, calls), await ask(1, many, calls)]
      if (round > 0) times.push(pair)
    }
    const ratios = times.map(([small, large]) => large / small)
    return [
      { name: `${name}, ${FEW}`, value: median(times.map(([ms]) => ms)), unit: 'ms' },
      { name: `${name}, ${MANY}`, value: median(times.map(([, ms]) => ms)), unit: 'ms' },
      {
        name: 'ratio',
        value: median(ratios),
        unit: '',
        ...(name === LIST && { target: { atMost: 1.3 } }),
        note: spread(ratios),
      },
    ]
  }

  const both = (query: string) => [query, query] as const
  report(`messages: GET ${listMessages.path}, one system with ${FEW} and one with ${MANY} episodes`, [
    ...(await compare(LIST, both('page=1'))),
    ...(await compare('the gravest', both('severity=danger'))),
    ...(await compare('a page in the middle', [`page=${FEW / 20}`, `page=${MANY / 20}`])),
    ...(await compare('the last page', [`page=${FEW / 10}`, `page=${MANY / 10}`])),
  ])
})
