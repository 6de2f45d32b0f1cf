import { serialNumber } from '@kellersonne/contract/systems/systems'
import { beforeEach, describe, expect, it } from 'vitest'
import { updatingOwners } from '../../../test/set-up/updates.ts'
import { consentStore } from './consent-store.ts'
import { updateStore } from './store.ts'
import { countRuns, currentRun, runsDuring, runsOf, updateFacts } from './update-facts.ts'

const { updates, anna, mine, other } = updatingOwners()
const SINCE = new Date('2026-01-01T00:00:00Z')
/** Both have been Anna's since the same instant. */
const [first, second] = [
  () => ({ id: anna().systems[0] ?? 0, since: SINCE, visible_from: SINCE }),
  () => ({ id: anna().systems[1] ?? 0, since: SINCE, visible_from: SINCE }),
]
const ids = <T>(all: readonly { readonly id: T }[]) => all.map(({ id }) => id)
const waitingOn = async (sn: string) => Number(await updates().unit(sn).action())
const store = () => updateStore(updates().db)

/** The first system has one failed update and one in progress; that of the second is the newest. */
beforeEach(async () => {
  await updates().db.run('delete from update_action')
  await updates().db.run('delete from firmware_update')
  await updates().report(second().id, { bms: '2.4.0', gateway: '3.1.0' })
  await updates().start(anna().cookie, mine())
  await updates()
    .unit(mine())
    .fail(String(await waitingOn(mine())))
  for (const sn of [mine(), other()]) {
    updates().clock.skip(10)
    await updates().start(anna().cookie, sn)
  }
})

describe('the updates of two systems of one owner', () => {
  it('SET-06 UPD-10 AUT-12 are listed apart, in the order asked for, so many of them', async () => {
    const { db, now } = updates()
    const listed = (limit: number, offset: number, newestFirst = false) =>
      runsOf(db, first(), { limit, offset, newestFirst }).then(ids)
    const [old, recent] = await listed(10, 0)
    expect([await listed(10, 0), await listed(10, 0, true)]).toEqual([
      [old, recent],
      [recent, old],
    ])
    expect([await listed(1, 0), await listed(1, 1)]).toEqual([[old], [recent]])
    const bounds = { start: SINCE, end: new Date(now().getTime() + 1) }
    const during = async (limit: number, start = SINCE) =>
      ids(await runsDuring(db, first(), { ...bounds, start }, limit))
    expect([await during(1), await during(10)]).toEqual([[old], [old, recent]])
    const [last] = await runsOf(db, first(), { limit: 1, offset: 0, newestFirst: true })
    expect(await during(10, last?.askedAt)).toEqual([recent])
    expect([await countRuns(db, first()), await countRuns(db, second())]).toEqual([2, 1])
    const former = { ...first(), since: new Date(0) }
    expect(await runsOf(db, former, { limit: 10, offset: 0, newestFirst: false })).toEqual([])
    expect(await countRuns(db, former)).toBe(0)
  })

  it('UPD-11 AUT-12 are each the newest one of its system', async () => {
    const { db } = updates()
    const [, recent] = await runsOf(db, first(), { limit: 10, offset: 0, newestFirst: false })
    const [theirs] = await runsOf(db, second(), { limit: 10, offset: 0, newestFirst: false })
    const newest = [recent?.id, theirs?.id]
    const at = new Date(updates().now().getTime() + 1000).toISOString()
    for (const { id } of [first(), second()]) await updates().report(id, {}, { at })
    expect((await updateFacts(db, [first(), second()])).map(({ run }) => run?.id)).toEqual(newest)
    expect([(await currentRun(db, first()))?.id, (await currentRun(db, second()))?.id]).toEqual(newest)
    expect(recent?.actions.map(({ part, state }) => [part, state])).toEqual([
      [1, 'waiting'],
      [2, 'planned'],
    ])
  })

  it('UPD-18 AUT-12 are those of a later owner only while they go on', async () => {
    const later = { ...first(), since: updates().now() }
    const current = async () => (await currentRun(updates().db, later))?.id
    expect(await current()).toBe((await currentRun(updates().db, first()))?.id)
    await updates()
      .unit(mine())
      .fail(String(await waitingOn(mine())))
    expect(await current()).toBeUndefined()
  })

  it('UPD-12 UPD-13 are held by their ids or their system, in one order, of overdue ones so many', async () => {
    const both = [await waitingOn(mine()), await waitingOn(other())]
    const [a = 0, b = 0] = both
    expect([ids(await store().lockActions([b])), ids(await store().lockActions([b, a]))]).toEqual([[b], both])
    expect([(await store().find(a))?.id, (await store().find(b))?.id]).toEqual(both)
    const open = async () => [
      (await store().lockOpenAction(first().id))?.id,
      (await store().lockOpenAction(second().id))?.id,
    ]
    expect(await open()).toEqual(both)
    const tomorrow = new Date(updates().now().getTime() + 86_400_000)
    const overdue = async (limit: number) => ids(await store().lockOverdueActions(tomorrow, limit))
    expect([await overdue(1), await overdue(9)]).toEqual([[a], both])
    await updates().unit(mine()).fail(String(a))
    expect(await open()).toEqual([undefined, b])
  })
})

describe('the consents of two systems of one owner', () => {
  const parts = [{ chip: 'bms', from: '2.4.0', to: '2.5.0', size: 1, sha256: 'a' }]
  it('SET-06 UPD-20 AUT-12 are listed apart, the oldest first, and count once, the newest first', async () => {
    const { db, now } = updates()
    const consents = consentStore(db)
    await db.run('update firmware_update set consent = null')
    await db.run('delete from update_consent')
    const at = (ms: number) => new Date(now().getTime() + ms)
    const add = (sn: string, ms: number) =>
      consents
        .add(anna(), serialNumber.parse(sn), { at: at(ms), language: 'de', wording: 'ja', parts })
        .then((consent) => consent?.id ?? '')
    const [old, recent, theirs] = [await add(mine(), 0), await add(mine(), 10), await add(other(), 20)]
    const listed = async (limit: number, offset: number) =>
      ids(await consents.since(first().id, SINCE, limit, offset))
    expect([await listed(9, 0), await listed(1, 0), await listed(1, 1)]).toEqual([
      [old, recent],
      [old],
      [recent],
    ])
    expect(ids(await consents.find([theirs]))).toEqual([theirs])
    const held = { id: first().id, since: SINCE }
    const unused = async () => (await consents.unused(anna(), held, parts, at(-60_000)))?.id
    expect(await unused()).toBe(recent)
    await store().add(held, { parts: [], consent: recent, at: now() })
    expect(await unused()).toBe(old)
  })

  it('UPD-20 F8 are not kept if no start has used them within an hour', async () => {
    const { db, now } = updates()
    const consents = consentStore(db)
    await db.run('update firmware_update set consent = null')
    await db.run('delete from update_consent')
    const at = (minutes: number) => new Date(now().getTime() + 60_000 * minutes)
    const add = async (sn: string, minutes: number) =>
      (
        await consents.add(anna(), serialNumber.parse(sn), {
          at: at(minutes),
          language: 'de',
          wording: 'ja',
          parts,
        })
      )?.id ?? ''
    const [used, lost, theirs] = [await add(mine(), 0), await add(mine(), 1), await add(other(), 2)]
    await db.run('update firmware_update set consent = $1 where system = $2', [used, first().id])
    const recent = await add(mine(), 60)
    const left = async () => ids(await consents.find([used, lost, theirs, recent]))
    expect((await left()).toSorted()).toEqual([used, lost, theirs, recent].toSorted())
    const last = await add(mine(), 62)
    expect((await left()).toSorted()).toEqual([used, theirs, recent].toSorted())
    expect(ids(await consents.since(first().id, SINCE, 9, 0))).toEqual([used, recent, last])
  })
})
