import { randomUUID } from 'node:crypto'
import { hasUpdate } from '@kellersonne/contract/firmware/status'
import { accountStore } from '@kellersonne/server/identity/accounts/store'
import { updateCookie } from '@kellersonne/server/identity/sessions/update-cookie'
import autocannon from 'autocannon'
import { openSharedDatabase } from '../lib/database.ts'
import { makeFleet, makeOwners } from '../lib/fleet.ts'
import { report, spread } from '../lib/report.ts'
import { freePorts, ready, run, startServer, stop } from '../lib/server.ts'
import { onStage } from '../lib/stage.ts'
import { median } from '../lib/statistics.ts'
import { publishFor } from './release.ts'

const CONNECTIONS = 20
const ROUNDS = 4
const ROUND_S = 4
/** Enough that each stays within its rate limit of one call per second. */
const SESSIONS = 8000
/** Each with a system. The calls of one owner take turns, so those of many are measured. */
const OWNERS = 200

async function measure(options: Partial<autocannon.Options> & { url: string }) {
  const { requests, latency, non2xx, errors } = await autocannon({
    connections: CONNECTIONS,
    duration: ROUND_S,
    ...options,
  })
  if (non2xx + errors > 0) throw new Error(`${options.url}: ${non2xx + errors} calls failed`)
  return { rate: requests.average, p99: latency.p99 }
}
type Measured = Awaited<ReturnType<typeof measure>>

await onStage(async (stage) => {
  const { db, env } = await openSharedDatabase(stage)
  const fleet = await makeFleet(db, 1001, OWNERS)
  const emails = await makeOwners(db, fleet, OWNERS)
  await publishFor(db, stage.folder, fleet, 1000)
  const ports = await freePorts()
  const server = await startServer({ ...env, ...ports.env })
  stage.onEnd(() => stop(server))
  const helloPorts = await freePorts()
  const hello = run(['bench/src/lib/hello.ts'], helloPorts.env)
  stage.onEnd(() => stop(hello))
  await ready(hello)

  const secret = Buffer.from(env['SECRET'] ?? '', 'base64')
  const cookie = updateCookie(secret, { PUBLIC_URL: `http://localhost:${ports.http}` }, () => new Date())
  const calls: { readonly path: string; readonly headers: { readonly cookie: string } }[] = []
  for (const [i, email] of emails.entries()) {
    const owner = (await accountStore(db).byEmail(email))?.id ?? ''
    const path = `/api/v1/has_update?sn=${fleet[i]?.sn}`
    for (let n = 0; n < SESSIONS / OWNERS; n += 1) {
      const session = randomUUID()
      // Not by the session store, which ends all but an owner's fifty newest.
      await db.run(
        `insert into session (id, owner, stay_logged_in, created_at, refreshed_at) values ($1, $2, true, now(), now())`,
        [session, owner],
      )
      calls.push({ path, headers: { cookie: (await cookie.write({ owner, session })).split(';')[0] ?? '' } })
    }
  }
  const url = `http://127.0.0.1:${ports.updates}`
  const [first] = calls
  if (!first) throw new Error('no session')
  const answer = await fetch(url + first.path, { headers: first.headers })
  if (!hasUpdate.parse(await answer.json()).new_update) throw new Error('there is no update')

  const product: Measured[] = []
  const floor: Measured[] = []
  const requests = calls.map((one) => ({ method: 'GET' as const, ...one }))
  for (let round = 0; round <= ROUNDS; round += 1) {
    const bare = await measure({ url: `http://127.0.0.1:${helloPorts.http}/` })
    // Each connection has its own sessions, so that none exceeds its rate limit.
    let next = 0
    const share = SESSIONS / CONNECTIONS
    const ours = await measure({
      url,
      setupClient(client) {
        client.setRequests(requests.slice(next, next + share))
        next += share
      },
    })
    if (round === 0) continue
    floor.push(bare)
    product.push(ours)
  }
  const rates = product.map(({ rate }) => rate)
  const bareRates = floor.map(({ rate }) => rate)
  const ratios = rates.map((rate, round) => rate / (bareRates[round] ?? Number.NaN))
  report(
    `has-update: GET /api/v1/has_update, ${CONNECTIONS} connections, ${SESSIONS} sessions of ${OWNERS} owners`,
    [
      { name: 'answers', value: median(rates), unit: '/s', note: spread(rates) },
      { name: 'floor: a bare Fastify hello', value: median(bareRates), unit: '/s', note: spread(bareRates) },
      { name: 'ratio', value: median(ratios), unit: '', target: { atLeast: 0.15 }, note: spread(ratios) },
      { name: 'p99', value: median(product.map(({ p99 }) => p99)), unit: 'ms' },
      { name: 'p99 of the floor', value: median(floor.map(({ p99 }) => p99)), unit: 'ms' },
    ],
  )
})
