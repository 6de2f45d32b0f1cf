import { serialNumber } from '@kellersonne/contract/systems/systems'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../../test/database/database.ts'
import { end, runUntilReady, workplace } from '../../../test/process.ts'
import { hashPassword } from '../../identity/accounts/password.ts'
import { accountStore } from '../../identity/accounts/store.ts'
import { systemStore } from '../../systems/store.ts'

const owner = { email: 'roles@kellersonne.example', password: 'Sonne-im-Keller-1' }
const sn = serialNumber.parse('4711')
const secret = 'the unit’s own secret'

describe('roles', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  beforeAll(async () => {
    database = await testDatabase()
    const id = await accountStore(database.db).create(owner.email, await hashPassword(owner.password), 'de')
    const unit = { sn, phase: 1, timeZone: 'Europe/Berlin', secret }
    const system = await systemStore(database.db).put(unit)
    await systemStore(database.db).claim(system, z.string().parse(id), new Date(Date.now() - 86_400_000))
  })
  afterAll(() => database.close())

  it('HND-01 HND-24 DSH-07 what one process stores, another shows, on a database of its own', async () => {
    await using ingestPlace = await workplace()
    await using apiPlace = await workplace()
    const shared = { DATABASE_URL: database.url, SECRET: Buffer.alloc(32, 3).toString('base64') }
    const ingest = await runUntilReady({ ...ingestPlace.env, ...shared, ROLES: 'ingest' })
    const api = await runUntilReady({ ...apiPlace.env, ...shared, ROLES: 'api' })
    expect((await fetch(`${ingestPlace.url}/api/health`).catch(() => null))?.status).toBeUndefined()
    const healthOf = async ({ env }: typeof apiPlace) =>
      (await fetch(`http://127.0.0.1:${env['METRICS_PORT']}/health`)).json()
    const known = { process: null, event_loop: null, disk: null, database: null }
    expect(await healthOf(ingestPlace)).toEqual({
      ready: true,
      parts: { ...known, broker: null, storing: null },
    })
    expect(await healthOf(apiPlace)).toEqual({ ready: true, parts: { ...known, notices: null } })

    const { access } = z
      .object({ access: z.string() })
      .parse(
        await (
          await fetch(`${apiPlace.url}/api/auth/token/`, { method: 'POST', body: new URLSearchParams(owner) })
        ).json(),
      )
    const stream = await fetch(`${apiPlace.url}/api/auth/live/`, {
      headers: { authorization: `Bearer ${access}` },
    })
    const shown = firstWith(stream, '"PV_power":4820.5')

    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${ingestPlace.env['MQTT_PORT']}`, {
      clientId: sn,
      username: sn,
      password: secret,
    })
    const reading = { at: new Date().toISOString(), pv_w: 4820.5, grid_w: 0, battery_w: 0 }
    await client.publishAsync(`storage/${sn}/reading`, JSON.stringify(reading), { qos: 1 })
    // The benchmark `live` measures how soon.
    expect(await shown).toBe('shown')
    await client.endAsync()
    expect(await Promise.all([end(api), end(ingest)])).toEqual([0, 0])
  })
})

/** Resolves once the stream has carried `text`. */
async function firstWith({ body }: Response, text: string): Promise<'shown'> {
  let received = ''
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    received += chunk
    if (received.includes(text)) return 'shown'
  }
  throw new Error('the stream has ended')
}
