import { setTimeout as sleep } from 'node:timers/promises'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../test/database/database.ts'
import { end, runUntilReady, workplace } from '../../test/process.ts'
import { hashPassword } from '../identity/accounts/password.ts'
import { accountStore } from '../identity/accounts/store.ts'
import { systemStore } from '../systems/store.ts'

const owner = { email: 'rolling@kellersonne.example', password: 'Sonne-im-Keller-1' }
const sn = serialNumber.parse('4712')
const secret = 'the unit’s own secret'
const SECRET = Buffer.alloc(32, 4).toString('base64')
const PV = /"PV_power":(\d+)/g
const tokens = z.object({ access: z.string() })
const count = z.object({ count: z.int() })
/** Slow enough that the readings do not keep the servers from starting. */
const PACE_MS = 25

describe('a server that receives SIGTERM', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  beforeAll(async () => {
    database = await testDatabase()
    const id = await accountStore(database.db).create(owner.email, await hashPassword(owner.password), 'de')
    const unit = { sn, phase: 1, timeZone: 'Europe/Berlin', secret }
    const system = await systemStore(database.db).put(unit)
    await systemStore(database.db).claim(system, z.string().parse(id), new Date(Date.now() - 86_400_000))
  })
  afterAll(() => database.close())

  const shared = () => ({ DATABASE_URL: database.url, SECRET })

  it('HND-04 first says that it is stopping, and serves on', async () => {
    await using place = await workplace()
    const server = await runUntilReady({ ...place.env, ...shared(), STOP_DELAY_S: '4' })
    const ended = end(server)
    await until(async () => (await fetch(`${place.url}/api/health`)).status === 503)
    const health = await fetch(`${place.url}/api/health`)
    expect(await health.json()).toMatchObject({
      ready: false,
      parts: { process: 'stopping', database: null },
    })
    expect((await fetch(`${place.updatesUrl}/api/health`)).status).toBe(503)
    const body = new URLSearchParams(owner)
    expect((await fetch(`${place.url}/api/auth/token/`, { method: 'POST', body })).status).toBe(200)
    expect(await ended).toBe(0)
  })

  it('PRD-06 HND-04 one after the other restarts without a reading lost, for units and for who looks', async () => {
    await using one = await workplace()
    await using two = await workplace()
    const places = [one, two]
    const servers = await Promise.all(
      places.map(({ env }) => runUntilReady({ ...env, ...shared(), STOP_DELAY_S: '0.2' })),
    )
    const client = mqtt.connect({
      servers: places.map(({ env }) => ({
        host: '127.0.0.1',
        port: Number(env['MQTT_PORT']),
        protocol: 'mqtt' as const,
      })),
      ...{ clientId: sn, username: sn, password: secret, reconnectPeriod: 20, clean: false },
    })
    /** Retries a publish that fails because its connection is just being closed, as units do. */
    const publish = (reading: string): Promise<unknown> =>
      client.publishAsync(`storage/${sn}/reading`, reading, { qos: 1 }).catch(() => publish(reading))
    const seen = new Set<number>()
    const [looked, published] = [new AbortController(), new AbortController()]
    /** A portal: reads from whichever server responds, again and again. */
    const access = await signIn(one.url)
    const looker = (async () => {
      for (let turn = 0; !looked.signal.aborted; turn += 1)
        await look(places[turn % 2]?.url ?? '', access, seen).catch(() => sleep(PACE_MS))
    })()

    const acknowledged: Promise<unknown>[] = []
    const started = Date.now()
    const publisher = (async () => {
      for (let n = 1; !published.signal.aborted; n += 1) {
        const reading = { at: new Date(started + n).toISOString(), pv_w: n, grid_w: 0, battery_w: 0 }
        acknowledged.push(publish(JSON.stringify(reading)))
        await sleep(PACE_MS)
      }
    })()
    for (const [i, { env }] of places.entries()) {
      const before = acknowledged.length
      await until(() => acknowledged.length > before + 10)
      const server = servers[i]
      if (server) expect(await end(server)).toBe(0)
      servers[i] = await runUntilReady({ ...env, ...shared() })
    }
    published.abort()
    await publisher
    await Promise.all(acknowledged)
    const stored = await database.db.row(count, 'select count(*)::int as count from reading')
    expect(stored).toEqual({ count: acknowledged.length })
    await until(() => seen.has(acknowledged.length))

    looked.abort()
    await client.endAsync(true)
    await Promise.all(servers.map((server) => end(server)))
    await looker
  })
})

/** Waits until the condition holds, however busy the machine is; the test's timeout applies if it never does. */
async function until(isSo: () => boolean | Promise<boolean>) {
  while (!(await isSo())) await sleep(PACE_MS)
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/token/`, { method: 'POST', body: new URLSearchParams(owner) })
  return tokens.parse(await answer.json()).access
}

/** Reads the live stream until it ends. */
async function look(url: string, access: string, seen: Set<number>) {
  const stream = await fetch(`${url}/api/auth/live/`, { headers: { authorization: `Bearer ${access}` } })
  if (!stream.ok) throw new Error(`no stream: ${stream.status}`)
  for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? [])
    for (const [, watts] of chunk.matchAll(PV)) seen.add(Number(watts))
}
