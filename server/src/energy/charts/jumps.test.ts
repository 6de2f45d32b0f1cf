import { getCounterJumps, MAX_JUMPS } from '@kellersonne/contract/energy/counters'
import { wattHours } from '@kellersonne/core/units/units'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectProblem, type TestApi, testApi } from '../../../test/api.ts'
import { unknown } from '../../../test/set-up/telemetry.ts'
import { storeBatch } from '../../app/roles/store-batch.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS

let api: TestApi
let access: string
let systems: number[]
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

let serial = 1000
beforeEach(async () => {
  serial += 10
  const email = `owner${serial}@example.org`
  systems = (await api.owner(email, [`${serial + 1}`, `${serial + 2}`])).systems
  access = (await api.signIn(email)).access
})

/** Stores values of the PV counter, each at a time in ms before now. */
async function report(which: number, ...values: [before: number, pv: number][]) {
  const system = systems[which] ?? 0
  for (const [before, pv] of values) {
    const at = new Date(api.now().getTime() - before)
    const reading = { ...unknown, at, counters: { ...unknown.counters, pv: wattHours(pv) } }
    await storeBatch(api.db, [{ kind: 'reading', system, receivedAt: at, reading }])
  }
}
/** Rises by a MWh within five minutes. */
const jump = (before: number, pv: number): [number, number][] => [
  [before + 5 * MINUTE_MS, pv],
  [before, pv + 1_000_000],
]
const jumps = async (sn = '-1') => {
  const answer = await api.get(`/api/auth/counter_jumps/?sn=${sn}`, access)
  return getCounterJumps.response
    .parse(answer.json())
    .jumps.map(({ sn: of, after }) => [Number(of) - serial, after])
}

describe('jumps of the last seven days', () => {
  it('ENE-07 ENE-02 are those of all systems or of one, the newest first', async () => {
    await report(0, ...jump(3 * DAY_MS, 1000), ...jump(DAY_MS, 1_001_000))
    await report(1, ...jump(2 * DAY_MS, 5))
    expect(await jumps()).toEqual([
      [1, 2_001_000],
      [2, 1_000_005],
      [1, 1_001_000],
    ])
    expect(await jumps(`${serial + 2}`)).toEqual([[2, 1_000_005]])
  })

  it('ENE-07 leave out older ones, and what may still turn out to be read wrongly', async () => {
    await report(0, ...jump(7 * DAY_MS + MINUTE_MS, 0), ...jump(7 * DAY_MS - MINUTE_MS, 1_000_000))
    await report(1, ...jump(14 * MINUTE_MS, 0))
    expect(await jumps()).toEqual([[1, 2_000_000]])
    await report(0, ...jump(16 * MINUTE_MS, 2_000_000))
    expect(await jumps()).toEqual([
      [1, 3_000_000],
      [1, 2_000_000],
    ])
  })

  it('ENE-07 leave out a value that was read wrongly', async () => {
    await report(0, ...jump(DAY_MS, 1000), [DAY_MS - 5 * MINUTE_MS, 1100])
    expect(await jumps()).toEqual([])
  })

  it('ENE-07 are no more than anybody reads, whatever a unit sends', async () => {
    const values = Array.from({ length: 60 }, (_, i): [number, number] => [
      DAY_MS - i * 15 * MINUTE_MS,
      i * 1_000_000,
    ])
    await report(0, ...values)
    await report(1, ...jump(DAY_MS, 0))
    expect(await jumps()).toHaveLength(MAX_JUMPS)
  })

  it('ENE-07 AUT-12 are nobody else’s', async () => {
    await report(0, ...jump(DAY_MS, 1000))
    const sn = `${serial + 1}`
    expect(await jumps(sn)).toHaveLength(1)
    const stranger = `stranger${serial}@example.org`
    await api.owner(stranger, [`${serial + 3}`])
    access = (await api.signIn(stranger)).access
    expect(await jumps()).toEqual([])
    expectProblem(await api.get(`/api/auth/counter_jumps/?sn=${sn}`, access), 404, 'not_found')
    // A new owner sees nothing of before.
    const now = api.now()
    await api.db.run('update ownership set until = $1 where system = $2', [now, systems[0]])
    await api.db.run(
      'insert into ownership (system, owner, since) select $1, id, $2 from owner where email = $3',
      [systems[0], new Date(now.getTime() + 1), stranger],
    )
    expect(await jumps()).toEqual([])
  })
})
