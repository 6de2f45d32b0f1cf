import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { embeddedBroker, reading, will } from '../../../test/mqtt/embedded-broker.ts'
import { at, next, sn } from '../../../test/mqtt/mqtt-units.ts'
import { readingStore } from '../../telemetry/readings/store.ts'

const { broker, connected, db, dial, ingest, stored, system } = embeddedBroker()

const presence = async () => {
  const [latest] = await readingStore(db()).latest([system()])
  return latest?.vanished_at && latest.heard_at ? latest.heard_at > latest.vanished_at : latest && true
}

describe('PUBACK', () => {
  it('PRD-02 comes when the reading is committed, not before', async () => {
    const client = await connected()
    const acknowledged: string[] = []
    const blocked = Promise.withResolvers<Promise<unknown>>()
    const locked = db().transaction(async (sql) => {
      await sql.run('lock table quarter in access exclusive mode')
      const publishing = client.publishAsync(reading(), at(), { qos: 1 })
      publishing.then(() => acknowledged.push('puback')).catch(() => undefined)
      await expect.poll(() => waiting()).toBe(true)
      expect(acknowledged).toEqual([])
      expect(await stored()).toBe(0)
      blocked.resolve(publishing)
    })
    await locked
    await blocked.promise
    expect(acknowledged).toEqual(['puback'])
    expect(await stored()).toBe(1)
  })
  /** Resolves to true if a statement is waiting for the lock. */
  const waiting = async () =>
    (
      await db().row(
        z.object({ waits: z.boolean() }),
        "select exists (select from pg_locks where not granted and relation = 'quarter'::regclass) as waits",
      )
    )?.waits

  it('PRD-02 still comes for what is being stored when the server closes', async () => {
    const client = await connected()
    const cut = next(client, 'close').then(() => 'cut')
    const { publishing, closing } = await db().transaction(async (sql) => {
      await sql.run('lock table quarter in access exclusive mode')
      const publishing = client.publishAsync(reading(), at(), { qos: 1 })
      await expect.poll(() => waiting()).toBe(true)
      const closing = broker().close()
      // Refused: the server is closing, and has cut connections it does not wait for.
      await next(dial(), 'close')
      return { publishing, closing }
    })
    expect(await Promise.race([publishing.then(() => 'acknowledged'), cut])).toBe('acknowledged')
    await closing
    expect(await stored()).toBe(1)
  })

  it('PRD-02 comes for what is refused too, and what is behind is stored', async () => {
    const client = await connected()
    await Promise.all([
      client.publishAsync(reading(), 'no json', { qos: 1 }),
      client.publishAsync(reading(), `[${at(1)}, {"at": 5}, ${at(2)}]`, { qos: 1 }),
      client.publishAsync(reading(), at(3), { qos: 1 }),
    ])
    expect(await stored()).toBe(3)
  })

  it('PRD-02 does not count again what is sent again', async () => {
    const client = await connected()
    const payload = at()
    await Promise.all([1, 2, 3].map(() => client.publishAsync(reading(), payload, { qos: 1, dup: true })))
    await client.publishAsync(reading(), payload, { qos: 1 })
    expect(await stored()).toBe(1)
  })
})

describe('presence', () => {
  it('PRD-02 a unit that vanishes is offline by its last will, and online again when it comes back', async () => {
    const client = await connected({ will })
    await expect.poll(presence).toBe(true)
    client.stream.destroy()
    await expect.poll(presence).toBe(false)
    await connected({ will })
    await expect.poll(presence).toBe(true)
  })

  it('PRD-02 a unit that leaves properly, without a will or a word, is offline', async () => {
    const client = await connected()
    await expect.poll(presence).toBe(true)
    await client.endAsync()
    await expect.poll(presence).toBe(false)
  })

  it('PRD-02 the last will of a connection that a newer one has replaced counts for nothing', async () => {
    const old = await connected({ will })
    const closed = next(old, 'close')
    const client = await connected({ will })
    await closed
    await client.publishAsync(reading(), at(), { qos: 1 })
    const [latest] = await readingStore(db()).latest([system()])
    expect(latest?.vanished_at).toBeNull()
  })

  it('the server going away makes no unit offline', async () => {
    const client = await connected({ will })
    await client.publishAsync(reading(), at(), { qos: 1 })
    await broker().close()
    await ingest().close()
    expect(await presence()).toBe(true)
  })
})

describe('commands', () => {
  it('PRD-04 have outcomes, which are acknowledged', async () => {
    const client = await connected()
    const outcome = { id: 'a', outcome: 'done' }
    await client.publishAsync(`storage/${sn}/command/outcome`, JSON.stringify(outcome), { qos: 1 })
    expect(await presence()).toBe(true)
  })

  it('PRD-04 reach the unit they are meant for', async () => {
    const client = await connected()
    await client.subscribeAsync(`storage/${sn}/command`, { qos: 1 })
    const received = next(client, 'message')
    await broker().publish(sn, { id: 'a', command: 'standby', expires_at: new Date('2026-11-21T10:00:00Z') })
    const [topic, payload] = await received
    expect(topic).toBe(`storage/${sn}/command`)
    expect(JSON.parse(String(payload))).toEqual({
      id: 'a',
      command: 'standby',
      expires_at: '2026-11-21T10:00:00.000Z',
    })
  })
})
