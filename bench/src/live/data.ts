import { getCurrentData } from '@kellersonne/contract/live/live'
import autocannon from 'autocannon'
import { openSharedDatabase } from '../lib/database.ts'
import { makeFleet, makeOwners } from '../lib/fleet.ts'
import { pace, sender } from '../lib/load.ts'
import { signInAs } from '../lib/owner.ts'
import { report, spread } from '../lib/report.ts'
import { freePorts, ready, run, startServer, stop } from '../lib/server.ts'
import { onStage } from '../lib/stage.ts'
import { median } from '../lib/statistics.ts'
import { connectUnits, endUnits } from '../lib/unit.ts'

const SYSTEMS = 3
const CONNECTIONS = 20
const ROUNDS = 6
const ROUND_S = 4
/** Of all three units together; ten times the rate of real ones. */
const READINGS_A_SECOND = 3

async function measure(url: string, headers: Record<string, string> = {}) {
  const { requests, latency, non2xx, errors } = await autocannon({
    url,
    headers,
    connections: CONNECTIONS,
    duration: ROUND_S,
  })
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx + errors} calls failed`)
  return { rate: requests.average, p99: latency.p99 }
}
type Measured = Awaited<ReturnType<typeof measure>>

await onStage(async (stage) => {
  const { db, env } = await openSharedDatabase(stage)
  const fleet = await makeFleet(db, 1001, SYSTEMS)
  const [email = ''] = await makeOwners(db, fleet, 1)
  const ports = await freePorts()
  const server = await startServer({ ...env, ...ports.env })
  stage.onEnd(() => stop(server))
  const helloPorts = await freePorts()
  const hello = run(['bench/src/lib/hello.ts'], helloPorts.env)
  stage.onEnd(() => stop(hello))
  await ready(hello)
  const units = await connectUnits(
    ports.mqtt,
    fleet.map(({ sn }) => sn),
  )
  stage.onEnd(() => endUnits(units))

  const url = `http://127.0.0.1:${ports.http}`
  const { access } = await signInAs(email, url)
  const headers = { authorization: `Bearer ${access}` }
  const answer = await fetch(url + getCurrentData.path, { headers })
  const { length } = getCurrentData.response.parse(await answer.json())
  if (length !== SYSTEMS) throw new Error(`the answer holds ${length} systems`)
  const seconds = (ROUNDS + 1) * ROUND_S * 2 + 10
  const arriving = pace(units.map(sender), {
    start: Date.now() - seconds * 10_000,
    rate: READINGS_A_SECOND,
    ms: seconds * 1000,
  })
  const product: Measured[] = []
  const floor: Measured[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const bare = await measure(`http://127.0.0.1:${helloPorts.http}/`)
    const ours = await measure(url + getCurrentData.path, headers)
    if (round === 0) continue
    floor.push(bare)
    product.push(ours)
  }
  await arriving

  const rates = product.map(({ rate }) => rate)
  const bareRates = floor.map(({ rate }) => rate)
  const ratios = rates.map((rate, round) => rate / (bareRates[round] ?? Number.NaN))
  report(
    `data: GET ${getCurrentData.path}, ${SYSTEMS} systems, ${CONNECTIONS} connections, ${READINGS_A_SECOND} readings/s`,
    [
      { name: 'answers', value: median(rates), unit: '/s', note: spread(rates) },
      { name: 'floor: a bare Fastify hello', value: median(bareRates), unit: '/s', note: spread(bareRates) },
      { name: 'ratio', value: median(ratios), unit: '', target: { atLeast: 0.15 }, note: spread(ratios) },
      { name: 'p99', value: median(product.map(({ p99 }) => p99)), unit: 'ms' },
      { name: 'p99 of the floor', value: median(floor.map(({ p99 }) => p99)), unit: 'ms' },
    ],
  )
})
