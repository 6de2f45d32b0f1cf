import { getGraph } from '@kellersonne/contract/energy/charts'
import { listSystems } from '@kellersonne/contract/systems/systems'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import { createSealing } from '@kellersonne/server/telemetry/sealing/job'
import { openSharedDatabase } from '../lib/database.ts'
import { makeFleet, makeOwners } from '../lib/fleet.ts'
import { signInAs } from '../lib/owner.ts'
import { report, spread } from '../lib/report.ts'
import { daysBefore, putQuarters, sampledDays } from '../lib/sampled-year.ts'
import { freePorts, startServer, stop } from '../lib/server.ts'
import type { Stage } from '../lib/stage.ts'
import { percentile } from '../lib/statistics.ts'

const SYSTEMS = 3
const AT_ONCE = 60
const DAYS = 365
const ROUNDS = 5
const FLOOR_CALLS = 200

/** One owner requests sixty years at once; measures how long another waits for their systems. */
export async function hostileCharts(stage: Stage): Promise<void> {
  const now = new Date()
  const { db, env } = await openSharedDatabase(stage)
  const fleet = await makeFleet(db, 1, 2 * SYSTEMS)
  const emails = await makeOwners(db, fleet, 2)
  for (const { id } of fleet.slice(0, SYSTEMS)) {
    const draw = sampledDays(id)
    for (const { start, until } of daysBefore(now, DAYS))
      await putQuarters(db, id, draw(start.getTime(), (until.getTime() - start.getTime()) / QUARTER_MS))
    await db.run('insert into latest (system) values ($1)', [id])
  }
  const sealDays = createSealing()
  while (await db.transaction((sql) => sealDays(sql, now)));
  const ports = await freePorts()
  const server = await startServer({ ...env, ...ports.env })
  stage.onEnd(() => stop(server))
  const url = `http://127.0.0.1:${ports.http}`
  const [greedy, other] = await Promise.all(emails.map((email) => signInAs(email, url)))
  const headers = (access = '') => ({ authorization: `Bearer ${access}` })
  const query = {
    sn: '-1',
    interval: 'Year',
    resolution: 'quarter',
    from_date: `${now.getUTCFullYear()}-06-01`,
  }
  const year = async () => {
    const answer = await fetch(`${url}${getGraph.path}?${new URLSearchParams(query)}`, {
      headers: headers(greedy?.access),
    })
    await answer.arrayBuffer()
    return answer.status
  }
  const look = async () => {
    const began = performance.now()
    await (await fetch(url + listSystems.path, { headers: headers(other?.access) })).arrayBuffer()
    return performance.now() - began
  }
  const lookUntil = async (isOver: () => boolean) => {
    const took: number[] = []
    while (!isOver()) took.push(await look())
    return took
  }
  await year()
  const floors: number[] = []
  const tails: number[] = []
  const ratios: number[] = []
  const codes: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone: number[] = []
    for (let i = 0; i < FLOOR_CALLS; i += 1) alone.push(await look())
    let isOver = false
    const attack = Promise.all(Array.from({ length: AT_ONCE }, year)).finally(() => {
      isOver = true
    })
    const meanwhile = await lookUntil(() => isOver)
    codes.push(...(await attack))
    const [floor, tail] = [percentile(alone, 0.99), percentile(meanwhile, 0.99)]
    floors.push(floor)
    tails.push(tail)
    ratios.push(tail / floor)
  }
  const made = codes.filter((code) => code === 200).length / ROUNDS
  const worst = (values: readonly number[]) => Math.max(...values)
  report(`hostile: ${AT_ONCE} year charts of one owner at once, another looks at their systems`, [
    { name: 'floor: their p99 alone', value: worst(floors), unit: 'ms', note: spread(floors) },
    { name: 'their p99', value: worst(tails), unit: 'ms', note: spread(tails), target: { atMost: 250 } },
    { name: 'ratio', value: worst(ratios), unit: '', note: spread(ratios) },
    { name: 'charts made, of sixty', value: made, unit: '', note: 'the others are refused with 429' },
  ])
}
