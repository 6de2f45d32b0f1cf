import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { openDatabase } from '../../src/platform/db/database.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { ingestRole } from '../mqtt/ingest-role.ts'
import { openLoad } from './load.ts'
import { patroniCluster } from './patroni.ts'

const UNITS = 8
const count = z.object({ n: z.int() })
const READINGS = 'select count(*)::int as n from reading'
const COUNTED = 'select coalesce(sum(readings), 0)::int as n from quarter'

describe('three machines with Patroni', () => {
  let cluster: Awaited<ReturnType<typeof patroniCluster>>
  beforeAll(async () => {
    cluster = await patroniCluster()
    cluster.start()
  })
  afterAll(() => cluster.close())

  it('HND-27 HND-30 lose and double nothing while each in turn is killed', async () => {
    const patient = openDatabase(cluster.url, { size: 1, patient: true })
    await expect.poll(() => migrate(patient).catch(() => null), { interval: 1000 }).not.toBeNull()
    await patient.close()
    const db = openDatabase(cluster.url)
    const proxied = openDatabase(cluster.proxyUrl)
    onTestFinished(() => Promise.all([db.close(), proxied.close()]).then(() => undefined))
    const role = await ingestRole(db)
    const load = await openLoad(db, UNITS, () => role.port)
    const stored = async () => (await db.row(count, READINGS).catch(() => null))?.n ?? 0
    const primary = async () => {
      const are = await Promise.all(cluster.machines.map((machine) => machine.isPrimary()))
      return cluster.machines[are.indexOf(true)]
    }
    const hasStandby = async () =>
      (await Promise.all(cluster.machines.map((machine) => machine.isSynchronous()))).includes(true)
    const times: Record<string, number> = {}
    const since = (began: number) => Math.round((performance.now() - began) / 100) / 10

    for (const turn of [1, 2, 3]) {
      await expect.poll(hasStandby, { interval: 500 }).toBe(true)
      const before = load.acknowledged()
      await expect.poll(load.acknowledged).toBeGreaterThan(before + 300)
      const killed = await primary()
      load.gap()
      await killed?.kill()
      await expect.poll(async () => Boolean(await primary()), { interval: 100 }).toBe(true)
      const promoted = performance.now()
      const atPromotion = load.acknowledged()
      await expect.poll(load.acknowledged, { interval: 50 }).toBeGreaterThan(atPromotion + 10)
      times[`turn ${turn}, promotion followed after s`] = since(promoted)
      await expect.poll(() => proxied.run('select 1').catch(() => 0), { interval: 100 }).toBe(1)
      times[`turn ${turn}, through HAProxy after s`] = since(promoted)
      await expect.poll(load.acknowledged).toBeGreaterThan(atPromotion + 300)
      times[`turn ${turn}, longest without an acknowledgement, ms`] = load.gap()
      killed?.start()
    }
    await load.end()
    await role.close()
    times['acknowledged'] = load.acknowledged()
    times['stored'] = await stored()
    process.stdout.write(`${JSON.stringify(times, null, 2)}\n`)
    expect(times['stored']).toBeGreaterThanOrEqual(times['acknowledged'])
    // One reading of each unit may be stored whose acknowledgement was lost.
    expect(times['stored']).toBeLessThanOrEqual(times['acknowledged'] + UNITS)
    expect((await db.row(count, COUNTED))?.n).toBe(times['stored'])
  })
})
