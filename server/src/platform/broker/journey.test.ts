import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command } from '@kellersonne/contract/control/commands'
import { currentDataList } from '@kellersonne/contract/live/live'
import { listMessages } from '@kellersonne/contract/messages/messages'
import { commandPayload, PLACEHOLDER_TIME } from '@kellersonne/contract/telemetry/device'
import { ACCEPT_MS } from '@kellersonne/core/control/commands'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { type TestApi, testApi } from '../../../test/api.ts'
import { brokerDeps } from '../../../test/mqtt/embedded-broker.ts'
import { storeBatch } from '../../app/roles/store-batch.ts'
import { openCommandSender } from '../../control/command-sender.ts'
import { authenticateUnits } from '../../systems/unit-secrets.ts'
import { openIngest } from '../../telemetry/intake/ingest.ts'
import { type Broker, openBroker } from './broker.ts'

let api: TestApi
let broker: Broker
let end: () => Promise<void>
beforeAll(async () => {
  api = await testApi()
  const { db, now, log } = api
  const folder = await mkdtemp(join(tmpdir(), 'ks-journey-'))
  const ingest = openIngest({ store: (batch) => storeBatch(db, batch), now })
  broker = await openBroker(
    { MQTT_HOST: '127.0.0.1', MQTT_PORT: 0, HOST: '127.0.0.1', MQTTS_PORT: 0, DATA_DIR: folder },
    { authenticate: authenticateUnits(db), ingest: ingest.take, ...brokerDeps, now },
  )
  const sending = openCommandSender({ db, broker, now, log })
  end = async () => {
    await sending.close()
    await broker.close()
    await ingest.close()
    await api.close()
    await rm(folder, { recursive: true })
  }
})
afterAll(() => end())

/** An owner of two systems, and the connected unit of the first one. */
async function household(sn: string) {
  const email = `${sn}@example.org`
  await api.owner(email, [sn, `${sn}9`])
  const { access } = await api.signIn(email)
  const unit = await onLine(sn)
  const get = async (path: string) => (await api.get(path, access)).json()
  return {
    unit,
    data: async () =>
      currentDataList.parse(await get('/api/auth/data/')).flatMap((entry) => Object.entries(entry)),
    messages: async () => listMessages.response.parse(await get(`${listMessages.path}?sn=${sn}`)).messages,
    give: async (name: string, of = sn) => {
      const answer = await api.post(
        '/api/auth/command/',
        { sn: of, command: name },
        { headers: { authorization: `Bearer ${access}` } },
      )
      return command.parse(answer.json()).id
    },
    command: async (id: string) => command.parse(await get(`/api/auth/command/${id}/`)),
  }
}
async function onLine(sn: string) {
  const client = await mqtt.connectAsync({
    ...{ host: '127.0.0.1', port: broker.ports.mqtt, protocolVersion: 4, clientId: sn },
    ...{ username: sn, password: 'unit', reconnectPeriod: 0 },
  })
  onTestFinished(() => client.endAsync(true))
  const seen: string[] = []
  client.on('message', (_, payload) => seen.push(commandPayload.parse(JSON.parse(String(payload))).id))
  await client.subscribeAsync(`storage/${sn}/command`, { qos: 1 })
  // An acknowledged message is stored.
  const publish = (topic: string, words: unknown) =>
    client.publishAsync(`storage/${sn}/${topic}`, JSON.stringify(words), { qos: 1 })
  await publish('online', { online: true })
  return {
    seen,
    state: (received: object) => publish('state', { at: api.now().toISOString(), status: 'on', ...received }),
    answer: (id: string, outcome: string, reason?: string) =>
      publish('command/outcome', { id, outcome, reason }),
  }
}
const refused = (sn: string) =>
  api.db.rows(
    z.object({ reason: z.string() }),
    'select reason from refused join storage_system on id = system where sn = $1',
    [sn],
  )

describe('from what a unit says to what its owner sees', () => {
  it('DSH-05 ENT-06 placeholder times never appear, unknown flags and numbers of errors do', async () => {
    const { unit, messages, data } = await household('101')
    const at = api.now().toISOString()
    const errors = [
      { code: 7, at: PLACEHOLDER_TIME },
      { code: 8, at: '2000-00-00T00:00:00Z' },
      { code: 4711, at },
    ]
    await unit.state({ message1: ['sm2', 'brand_new'], message2: ['relay', 'x 1!'], errors })
    const codes = ['sm2', 'brand_new', 'relay', 'x 1!', '4711']
    expect((await messages()).map(({ code }) => code).toSorted()).toEqual(codes.toSorted())
    const [[, own] = []] = await data()
    expect(own?.last_messages.map(({ code }) => code).toSorted()).toEqual(codes.toSorted())
    expect(own).toMatchObject({ message1: { sm2: true }, message2: { relay: true, brand_new: true } })
    expect(JSON.stringify([await messages(), own])).not.toContain('2000-')
    expect(await refused('101')).toEqual([])
  })

  it('PRD-02 a state with any other broken time is refused as a whole, and what is behind it counts', async () => {
    const { unit, messages } = await household('102')
    await unit.state({ message2: ['relay'], errors: [{ code: 7, at: '2026-13-40 25:00:00' }] })
    expect(await messages()).toEqual([])
    await unit.state({ message2: ['i2'] })
    expect((await messages()).map(({ code }) => code)).toEqual(['i2'])
    expect(await refused('102')).toEqual([{ reason: 'malformed' }])
  })

  it('PRD-02 its temperatures arrive; a system that says none has none', async () => {
    const { unit, data } = await household('103')
    const sensors = [{ name: 'battery_temperature', value: 23.4, unit: '°C' }]
    await unit.state({ sensors })
    expect((await data()).map(([sn, own]) => [sn, own.sensors])).toEqual([
      ['103', sensors],
      ['1039', []],
    ])
  })
})

describe('a unit that answers badly', () => {
  const seen = async (unit: Awaited<ReturnType<typeof onLine>>, id: string) =>
    expect.poll(() => unit.seen).toContain(id)

  it('API-07 twice and against itself: the first final word counts', async () => {
    const { unit, give, command: look } = await household('201')
    const id = await give('standby')
    await seen(unit, id)
    for (const outcome of ['accepted', 'accepted', 'done', 'done']) await unit.answer(id, outcome)
    await unit.answer(id, 'refused', 'stopped')
    expect(await look(id)).toMatchObject({ state: 'done', reason: null })
    expect((await look(id)).outcomes).toHaveLength(5)
  })

  it("API-07 under another unit's id, one nobody gave and none: refused, and the command goes on", async () => {
    const { unit, give, command: look } = await household('202')
    await onLine('2029')
    const [id, other] = [await give('standby'), await give('standby', '2029')]
    await seen(unit, id)
    for (const foreign of [other, '00000000-0000-4000-8000-000000000000', ''])
      await unit.answer(foreign, 'done')
    expect((await look(other)).state).toBe('waiting')
    expect((await look(id)).state).toBe('waiting')
    await unit.answer(id, 'done')
    expect((await look(id)).state).toBe('done')
    expect((await refused('202')).map(({ reason }) => reason)).toEqual(Array(3).fill('unknown_command'))
  })

  it('API-07 late: timed out it stays, and the next one goes through', async () => {
    const { unit, give, command: look } = await household('203')
    const id = await give('standby')
    await seen(unit, id)
    api.clock.skip(ACCEPT_MS)
    await unit.answer(id, 'accepted')
    await unit.answer(id, 'done')
    expect((await look(id)).state).toBe('timed_out')
    const next = await give('on')
    await seen(unit, next)
    await unit.answer(next, 'done')
    expect((await look(next)).state).toBe('done')
    expect(await refused('203')).toEqual([])
  })
})
