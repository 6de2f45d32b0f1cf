import { serialNumber } from '@kellersonne/contract/systems/systems'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { cuttable } from '../../../test/database/cuttable.ts'
import { testDatabase } from '../../../test/database/database.ts'
import { metricsFromNow, readMetrics } from '../../../test/metrics.ts'
import { ingestRole } from '../../../test/mqtt/ingest-role.ts'
import { at, enrol, lines, next, other, sn } from '../../../test/mqtt/mqtt-units.ts'
import { type Db, openDatabase } from '../../platform/db/database.ts'
import { systemStore } from '../../systems/store.ts'

const TOPIC = `storage/${sn}/reading`
const third = serialNumber.parse('1003')
const waits = z.object({ waits: z.boolean() })

let test: Awaited<ReturnType<typeof testDatabase>>
let line: ReturnType<typeof cuttable>
let db: Db
let ahead: number
let role: Awaited<ReturnType<typeof ingestRole>>
/** The id of a unit whose secret has leaked. */
let leaky: number
const { connected, hangUp } = lines(() => role.port)

beforeAll(async () => {
  test = await testDatabase()
  await enrol(test.db)
  // Before any role listens: one that hears of a secret disconnects its unit.
  leaky = await systemStore(test.db).put({
    ...{ sn: third, phase: 1, timeZone: 'Europe/Berlin' },
    secret: 'leaked',
  })
})
afterAll(() => test.close())
beforeEach(async () => {
  line = cuttable()
  db = openDatabase(await line.through(test.url))
  ahead = 0
  role = await ingestRole(db, {}, () => new Date(Date.now() + ahead))
})
afterEach(async () => {
  await hangUp()
  await role.close()
  await db.close()
  await line.cut()
})

describe('the metrics of what units say', () => {
  it('HND-04 count what is stored, by its kind, and how long that took', async () => {
    const client = await connected()
    const since = await metricsFromNow()
    await client.publishAsync(TOPIC, `[${at()}, ${at(1)}, {"at": 5}]`, { qos: 1 })
    const more = await since()
    expect(more('ingest_items_total{kind="reading"}')).toBe(2)
    expect(more('ingest_items_total{kind="refusal"}')).toBe(1)
    expect(more('ingest_lag_seconds_count')).toBeGreaterThanOrEqual(3)
    expect(more('ingest_retries_total')).toBe(0)
  })

  it('HND-09 count what is refused, by its reason', async () => {
    const client = await connected()
    const since = await metricsFromNow()
    await client.publishAsync(TOPIC, `[${at()}, {"at": 5}, {"at": 6}, "x"]`, { qos: 1 })
    expect((await since())('ingest_refusals_total{reason="malformed"}')).toBe(3)
  })

  it('HND-04 show how many messages wait, and none once they are stored', async () => {
    const client = await connected()
    const waiting = async () => (await readMetrics())('ingest_waiting')
    await expect.poll(waiting).toBe(0)
    const publishing = await test.db.transaction(async (sql) => {
      await sql.run('lock table quarter in access exclusive mode')
      const sent = [1, 2].map((n) => client.publishAsync(TOPIC, at(n), { qos: 1 }))
      const isLocked = async () =>
        (await test.db.row(waits, `select exists (select from pg_locks where not granted) as waits`))?.waits
      await expect.poll(isLocked).toBe(true)
      await expect.poll(waiting).toBe(2)
      return { sent }
    })
    await Promise.all(publishing.sent)
    expect(await waiting()).toBe(0)
  })

  it('HND-04 count each time a batch has to be tried again', async () => {
    const client = await connected()
    const since = await metricsFromNow()
    const retries = async () => (await since())('ingest_retries_total')
    await line.cut()
    const publishing = client.publishAsync(TOPIC, at(), { qos: 1 })
    await expect.poll(retries).toBeGreaterThan(0)
    await line.mend()
    await publishing
  })
})

describe('what is refused', () => {
  it('HND-09 is reported to the unit that sent it, if it wants to know', async () => {
    const [client, bystander] = [
      await connected(),
      await connected({ clientId: other, username: other, password: 'another' }),
    ]
    const received: string[] = []
    for (const each of [client, bystander])
      each.on('message', (topic, payload) => received.push(`${topic} ${payload}`))
    await client.publishAsync(TOPIC, '{"at": 4}', { qos: 1 })
    await client.subscribeAsync(`storage/${sn}/refused`, { qos: 1 })
    await bystander.subscribeAsync(`storage/${other}/refused`, { qos: 1 })
    await client.publishAsync(TOPIC, `[${at()},{"at": 5}]`, { qos: 1 })
    const report = { topic: 'reading', reason: 'malformed', field: 'at', limit: null, payload: '{"at": 5}' }
    await expect.poll(() => received).toEqual([`storage/${sn}/refused ${JSON.stringify(report)}`])
  })

  it('HND-09 is nobody else’s business', async () => {
    const client = await connected()
    const closed = next(client, 'close')
    client.subscribe(`storage/${other}/refused`)
    await closed
  })
})

describe('a new secret', () => {
  it('HND-14 lets the unit in at once, and its readings be stored, whatever the former one has used up', async () => {
    const topic = `storage/${third}/reading`
    // Units connect again: those with a new secret are disconnected once more if the process begins to listen only then.
    const as = (password: string, reconnectPeriod = 0) =>
      connected({ clientId: third, username: third, password, reconnectPeriod })
    const refused = 'ingest_over_budget_total{outcome="refused"}'
    // What is taken a day ahead is owed today.
    ahead = 86_400_000
    const thief = await as('leaked')
    await thief.publishAsync(topic, at(), { qos: 1 })
    ahead = 0
    const since = await metricsFromNow()
    await thief.publishAsync(topic, at(1), { qos: 1 })
    expect((await since())(refused)).toBe(1)
    const closed = next(thief, 'close')
    await systemStore(test.db).replaceSecret(leaky, 'renewed', null)
    await closed
    const client = await as('renewed', 100)
    for (const ms of [2, 3]) await client.publishAsync(topic, at(ms), { qos: 1 })
    expect((await since())(refused)).toBe(1)
  })
})

describe('what cannot be stored', () => {
  const stalled = async () => (await readMetrics())('ingest_stalled_seconds')

  it('HND-06 is a fault after ten seconds, and none once it is stored', async () => {
    const client = await connected()
    const waiting = async () => (await readMetrics())('ingest_waiting')
    await line.cut()
    const publishing = client.publishAsync(TOPIC, at(), { qos: 1 })
    await expect.poll(waiting).toBeGreaterThan(0)
    await expect.poll(stalled).toBeGreaterThan(0)
    expect(role.faults.broker()).toBeNull()
    ahead = 600_000
    expect(role.faults.storing()).toMatch(/^tried in vain for 6\d\d s$/)
    expect(await stalled()).toBeGreaterThanOrEqual(600)
    await line.mend()
    await publishing
    await expect.poll(role.faults.storing).toBeNull()
    await expect.poll(stalled).toBe(0)
  })
})

describe('the start of the role ingest', () => {
  it('HND-01 needs the partition of today, and no other', async () => {
    await test.db.run('alter function make_reading_partitions rename to make_no_partitions')
    await role.close()
    const nextYear = () => new Date(Date.now() + 366 * 86_400_000)
    await expect(ingestRole(db, {}, nextYear)).rejects.toThrow('make_reading_partitions')
    role = await ingestRole(db)
    await test.db.run('alter function make_no_partitions rename to make_reading_partitions')
  })
})

describe('the end of the role ingest', () => {
  it('HND-01 stops retrying while the database is unavailable', async () => {
    const waiting = async () => (await readMetrics())('ingest_waiting')
    await expect.poll(waiting).toBe(0)
    const client = await connected()
    await line.cut()
    client.publish(TOPIC, at(), { qos: 1 }, () => undefined)
    await expect.poll(waiting).toBeGreaterThan(0)
    await role.close()
    expect(await waiting()).toBe(0)
    await line.mend()
    role = await ingestRole(db)
  })
})
