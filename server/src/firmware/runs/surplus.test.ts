import { serialNumber } from '@kellersonne/contract/systems/systems'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { agree } from '../../../test/set-up/agree.ts'
import { updatingOwners } from '../../../test/set-up/updates.ts'
import { removeOwner } from '../../identity/accounts/deletion.ts'
import { systemStore } from '../../systems/store.ts'
import { consentPages, updatePages } from './pages.ts'
import { cancelSystemUpdate, startSystemUpdate } from './start-and-cancel.ts'

const { updates, anna, berta, mine } = updatingOwners()
const sn = () => serialNumber.parse(mine())
const system = () => anna().systems[0] ?? 0
const kept = z.object({ numbers: z.array(z.int()), runs: z.int(), consents: z.int() })

const ends = {
  cancelled: `'cancelled', null::timestamptz, null`,
  neverStarted: `'interrupted', null::timestamptz, 'not_started'`,
  refused: `'interrupted', null::timestamptz, 'refused'`,
  calledBack: `'interrupted', asked_at, 'withdrawn'`,
  finished: `'finished', asked_at, null`,
}
/** Adds so many updates of two chips by its present owner, who agreed to each: number n was n hours ago, its first chip ended so. */
const fill = (end: keyof typeof ends, number: number, { of = system(), from = 1 } = {}) =>
  updates().db.run(
    `with consents as (
       insert into update_consent (owner, system, since, at, language, wording, parts)
       select owner, system, since, $4::timestamptz - n * interval '1 hour', 'de', 'ja', '[]'
       from ownership, generate_series($3::integer, $3::integer + $2::integer - 1) as n where system = $1 and until is null
       returning *
     ), runs as (
       insert into firmware_update (system, since, asked_at, consent) select system, since, at, id from consents returning *
     ), second as (
       insert into update_action (system, firmware_update, part, release, state)
       select system, id, 2, (select max(id) from release), 'planned' from runs
     ) insert into update_action (system, firmware_update, part, release, state, started_at, reason, ended_at, words)
       select system, id, 1, (select min(id) from release), ${ends[end]}, asked_at, extract(epoch from $4 - asked_at) / 3600 from runs`,
    [of, number, from, updates().now()],
  )
/** Starts an update of the system, which is then cancelled. */
async function start(caller: { owner: string } = anna()) {
  const { db, now } = updates()
  await agree(db, mine(), now())
  expect(await startSystemUpdate(db, sn(), caller, now())).toBe(true)
  await cancelSystemUpdate(db, sn(), caller, now())
}
/** The numbers of the updates that are left, but for those just started, and how many updates and consents there are. */
const left = async (of = system()) =>
  kept.parse(
    await updates().db.row(
      kept,
      `select coalesce((select array_agg(words order by words) from update_action where system = $1 and words > 0), '{}') as numbers,
         (select count(*) from firmware_update where system = $1) as runs,
         (select count(*) from update_consent where system = $1) as consents`,
      [of],
    ),
  )
const range = (from: number, until: number) => Array.from({ length: until - from + 1 }, (_, i) => from + i)
async function handOver() {
  const { db, now, report } = updates()
  await systemStore(db).release(sn(), anna().owner, now())
  await systemStore(db).claim(system(), berta().owner, now())
  await report(system(), { bms: '2.4.0', gateway: '3.1.0' })
}

describe('receipts and consents of a system', () => {
  it.each(['cancelled', 'neverStarted'] as const)(
    'UPD-19 UPD-20 F8 are kept of the newest twenty updates that no unit began: %s',
    async (end) => {
      await fill(end, 30)
      await fill(end, 30, { of: anna().systems[1] ?? 0 })
      await start()
      expect(await left()).toEqual({ numbers: range(1, 20), runs: 21, consents: 21 })
      await start()
      expect(await left()).toEqual({ numbers: range(1, 19), runs: 21, consents: 21 })
      expect(await left(anna().systems[1])).toMatchObject({ runs: 30, consents: 30 })
    },
  )

  it.each(['finished', 'refused', 'calledBack'] as const)(
    'UPD-19 UPD-20 F8 are kept of two hundred others, however many no unit began: %s',
    async (end) => {
      await fill('cancelled', 30)
      await fill(end, 230, { from: 101 })
      await start()
      expect(await left()).toEqual({
        numbers: [...range(1, 20), ...range(101, 300)],
        runs: 221,
        consents: 221,
      })
    },
  )

  it('UPD-19 F8 go a hundred at a time', async () => {
    await fill('cancelled', 130)
    await start()
    expect((await left()).numbers).toHaveLength(30)
    await start()
    expect((await left()).numbers).toEqual(range(1, 19))
  })

  it('SET-06 UPD-20 AUT-12 are never pushed out by another owner, but by what a deleted account has left', async () => {
    const { db, now } = updates()
    await fill('cancelled', 25)
    await handOver()
    await fill('cancelled', 25, { from: 101 })
    await start(berta())
    expect(await left()).toEqual({ numbers: [...range(1, 25), ...range(101, 120)], runs: 46, consents: 46 })
    await removeOwner(db, anna().owner, now())
    await start(berta())
    expect(await left()).toEqual({ numbers: [...range(1, 20), ...range(101, 119)], runs: 41, consents: 21 })
  })

  it('UPD-20 F8 are so many of one owner, who gives the system up and claims it again', async () => {
    const { db, now, report } = updates()
    await fill('cancelled', 15)
    await systemStore(db).release(sn(), anna().owner, now())
    await systemStore(db).claim(system(), anna().owner, now())
    await report(system(), { bms: '2.4.0', gateway: '3.1.0' })
    await fill('cancelled', 10, { from: 101 })
    await start()
    expect((await left()).runs).toBe(21)
  })

  it('SET-06 UPD-20 are all in an export during which the oldest goes', async () => {
    const { db, now } = updates()
    await fill('cancelled', 10)
    await fill('finished', 200, { from: 21 })
    const ownership = (await systemStore(db).everOwnedBy(anna().owner)).find(({ id }) => id === system())
    if (!ownership) throw new Error('no ownership')
    const idsOf = async (pages: AsyncGenerator<{ id: string }[]>, meanwhile = async () => {}) => {
      const ids = new Set<string>()
      let isUnderWay = false
      for await (const page of pages) {
        for (const { id } of page) ids.add(id)
        if (!isUnderWay) await meanwhile()
        isUnderWay = true
      }
      return ids
    }
    for (const pages of [() => updatePages(db, ownership, now()), () => consentPages(db, ownership)]) {
      await fill('finished', 1, { from: 300 })
      const before = await idsOf(pages())
      const exported = await idsOf(pages(), start)
      expect([...before].filter((id) => !exported.has(id))).toEqual([])
    }
  })
})
