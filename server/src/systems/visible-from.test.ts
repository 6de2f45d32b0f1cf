import { serialNumber } from '@kellersonne/contract/systems/systems'
import { statePayload } from '@kellersonne/contract/telemetry/device'
import { QUARTER_MS, quarterOf } from '@kellersonne/core/time/days'
import { wattHours, watts } from '@kellersonne/core/units/units'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApi, testApi } from '../../test/api.ts'
import { unknown } from '../../test/set-up/telemetry.ts'
import { unzip } from '../../test/unzip.ts'
import { storeBatch } from '../app/roles/store-batch.ts'
import { readingStore } from '../telemetry/readings/store.ts'
import { systemAccess } from './access.ts'
import { systemStore } from './store.ts'

const NOON = Date.UTC(2026, 5, 18, 10)
let api: TestApi
let serial = 6000
let sn = serialNumber.parse('6000')
let system: number
beforeAll(async () => {
  api = await testApi()
  api.clock.stop()
  api.clock.skip(NOON - api.now().getTime())
  await readingStore(api.db).makePartitions(api.now())
})
afterAll(() => api.close())
beforeEach(newSystem)

async function newSystem() {
  serial += 1
  sn = serialNumber.parse(`${serial}`)
  system = await systemStore(api.db).put({ sn, phase: 1, timeZone: 'Europe/Berlin', secret: 'unit' })
}

const hour = 3_600_000
const ago = (hours: number) => new Date(quarterOf(api.now()).getTime() - hours * hour)
/** Stores a reading per quarter of an hour, of 1 kW of PV, and a state with a message halfway. */
async function measure(from: number, until: number) {
  const count = ((from - until) * hour) / QUARTER_MS
  const at = (i: number) => new Date(ago(from).getTime() + i * QUARTER_MS)
  const readings = Array.from({ length: count }, (_, i) => {
    const counters = { ...unknown.counters, pv: wattHours(250 * (i + 1)) }
    const reading = { ...unknown, at: at(i), pv: watts(1000), counters }
    return { kind: 'reading' as const, system, receivedAt: api.now(), reading }
  })
  const state = statePayload.parse({ at: at(count / 2).toISOString(), status: 'on', message2: ['u'] })
  await storeBatch(api.db, [...readings, { kind: 'state', system, receivedAt: api.now(), state }])
}
let names = 0
async function newOwner() {
  names += 1
  const email = `owner-${names}@example.org`
  const { owner } = await api.owner(email)
  return { owner, access: async () => (await api.signIn(email)).access }
}
const claim = (owner: string, at: Date) => systemStore(api.db).claim(system, owner, at)
const visibleFrom = async (owner: string) =>
  (await systemAccess(api.db).one({ owner }, 'see', sn)).visible_from

describe('what was measured before a system was registered', () => {
  it('AUT-20 is its first owner’s, everywhere', async () => {
    await measure(8, 2)
    const { owner, access } = await newOwner()
    await claim(owner, ago(1))
    const token = await access()
    const answer = async (path: string) => (await api.get(path, token)).json()
    expect(await answer(`/api/auth/messages/?sn=${sn}`)).toMatchObject({
      messages: [{ code: 'u', raised_at: ago(5).toISOString(), count: 1 }],
    })
    const day = (at: Date) => at.toISOString().slice(0, 10)
    const range = `from_date=${day(ago(48))}&until_date=${day(ago(-48))}`
    const { events } = await answer(`/api/auth/events/?sn=${sn}&${range}`)
    expect(events).toContainEqual(expect.objectContaining({ code: 'u', from: ago(5).toISOString() }))
    const graph = await answer(
      `/api/auth/graph/?sn=${sn}&interval=Month&from_date=${day(ago(8)).slice(0, 8)}01&method=sum`,
    )
    expect(graph.gaps).toContainEqual(
      expect.objectContaining({ reason: 'before_claim', until: ago(8).toISOString() }),
    )
    expect(graph.gaps).toContainEqual(
      expect.objectContaining({ reason: 'offline', from: ago(2).toISOString() }),
    )
    const [live] = await answer('/api/auth/data/')
    expect(live[sn]).toMatchObject({ status: 'on', last_messages: [{ time: ago(5).toISOString() }] })
    const files = await unzip((await api.get('/api/auth/export/', token)).rawPayload)
    const lines = (name: string) => (files.get(name) ?? '').split('\r\n').length - 2
    expect([lines(`readings/${sn}.csv`), lines(`quarters/${sn}.csv`)]).toEqual([24, 24])
    expect(lines(`states/${sn}.csv`)).toBe(1)
  })

  it('AUT-20 also comes late, in any order', async () => {
    const { owner } = await newOwner()
    await claim(owner, ago(1))
    expect(await visibleFrom(owner)).toEqual(ago(1))
    await measure(4, 2)
    expect(await visibleFrom(owner)).toEqual(ago(4))
    await measure(9, 8)
    await measure(6, 5)
    expect(await visibleFrom(owner)).toEqual(ago(9))
  })

  it('AUT-20 AUT-12 stays hidden from who comes after another, whoever that was, and from who comes back', async () => {
    await measure(9, 1)
    const [anna, bert] = [await newOwner(), await newOwner()]
    await claim(anna.owner, ago(4))
    expect(await visibleFrom(anna.owner)).toEqual(ago(9))
    await systemStore(api.db).release(sn, anna.owner, ago(3))
    await claim(anna.owner, ago(2))
    expect(await visibleFrom(anna.owner)).toEqual(ago(2))
    await systemStore(api.db).release(sn, anna.owner, ago(1))
    await claim(bert.owner, ago(1))
    expect((await visibleFrom(bert.owner)).getTime()).toBeGreaterThan(ago(1).getTime())
    const formerly = await systemStore(api.db).everOwnedBy(anna.owner)
    expect(formerly.map((one) => one.visible_from)).toEqual([ago(9), ago(2)])
  })

  it('AUT-20 AUT-12 stays hidden after an owner whose account was deleted', async () => {
    await measure(9, 1)
    const [anna, bert] = [await newOwner(), await newOwner()]
    await claim(anna.owner, ago(4))
    await systemStore(api.db).unlink(anna.owner, ago(3))
    await api.db.run('delete from owner where id = $1', [anna.owner])
    await claim(bert.owner, ago(2))
    expect(await visibleFrom(bert.owner)).toEqual(ago(2))
  })

  it('AUT-20 has nothing to do with other systems', async () => {
    const { owner } = await newOwner()
    await claim(owner, ago(3))
    await newSystem()
    await measure(9, 8)
    await claim(owner, ago(1))
    expect(await visibleFrom(owner)).toEqual(ago(9))
  })
})
