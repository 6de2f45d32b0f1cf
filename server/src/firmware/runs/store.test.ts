import { randomUUID } from 'node:crypto'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { updatableUnit } from '../../../test/set-up/updates.ts'
import { storeBatch } from '../../app/roles/store-batch.ts'
import { clientStore } from '../ddi/client-store.ts'
import { type AgreedPart, consentStore } from './consent-store.ts'
import { updateStore } from './store.ts'
import { countRuns, runsDuring, updateFacts } from './update-facts.ts'

const { anna, begin, cancel, last, round, sn, unit, updates } = updatableUnit()
/** Of the one action that has begun, in ms. */
const times = z.object({ asked: z.number(), deadline: z.nullable(z.number()), ended: z.nullable(z.number()) })
const SINCE = new Date('2026-01-01T00:00:00Z')
const store = () => updateStore(updates().db)

async function timesOf(action: string) {
  const ms = (column: string) => `extract(epoch from ${column})::float8 * 1000`
  const row = await updates().db.row(
    times,
    `select ${ms('asked_at')} as asked, ${ms('deadline')} as deadline, ${ms('ended_at')} as ended
     from update_action join firmware_update on firmware_update.id = firmware_update where update_action.id = $1`,
    [action],
  )
  return times.parse(row)
}

/** Begins an update of Berta's; resolves to the id of its action. */
async function beginElsewhere(): Promise<string> {
  const [email, other] = [`berta${round()}@example.org`, `${round()}002`]
  const { systems } = await updates().owner(email, [other])
  const { cookie } = await updates().enter(email)
  await updates().report(systems[0] ?? 0, { bms: '2.4.0' })
  expect((await updates().start(cookie, other)).statusCode).toBe(200)
  return (await updates().unit(other).action()) ?? ''
}

describe('an update as it is stored', () => {
  it('UPD-13 is overdue from its deadline on', async () => {
    const deadline = (await timesOf(await begin())).deadline ?? 0
    const overdue = async (at: number) => (await store().lockOverdueActions(new Date(at), 10)).length
    expect([await overdue(deadline - 1), await overdue(deadline)]).toEqual([0, 1])
  })

  it('UPD-18 can be acknowledged from its deadline on', async () => {
    const deadline = (await timesOf(await begin())).deadline ?? 0
    const run = (await last())?.id ?? ''
    const acknowledged = async (at: number) =>
      (await store().acknowledge(run, anna(), new Date(at))) !== undefined
    expect([await acknowledged(deadline - 1), await acknowledged(deadline)]).toEqual([false, true])
  })

  it("UPD-18 can be acknowledged while another's goes on", async () => {
    await begin()
    await cancel()
    const run = (await last())?.id ?? ''
    await beginElsewhere()
    expect(await store().acknowledge(run, anna(), updates().now())).toEqual({ system: anna().system })
  })

  it('UPD-11 AUT-12 goes by what its unit has reported since the system changed hands', async () => {
    const now = updates().now().getTime()
    const versions = async (ms: number) => {
      const [since, visible_from] = [new Date(ms), new Date(ms)]
      return (await updateFacts(updates().db, [{ id: anna().system, since, visible_from }]))[0]?.versions
    }
    expect(await versions(now + 1000)).toEqual({})
    await updates().report(anna().system, { bms: '2.4.1' }, { at: new Date(now + 5000).toISOString() })
    expect(await versions(now - 1000)).toEqual({ bms: '2.4.1' })
    expect(await versions(updates().now().getTime() + 1000)).toEqual({})
    await storeBatch(updates().db, [
      { kind: 'presence', system: anna().system, receivedAt: new Date(now + 9000), online: true },
    ])
    expect(await versions(now + 5000)).toEqual({ bms: '2.4.1' })
    expect(await versions(now + 5001)).toEqual({})
  })

  it('UPD-12 that was cancelled is sent to its unit where it ended later than asked for', async () => {
    const id = await begin()
    await unit().offer(id)
    await cancel()
    const ended = (await timesOf(id)).ended ?? 0
    const listed = async (after: number) => (await store().forUnit(anna().system, new Date(after))).length
    expect([await listed(ended - 1), await listed(ended)]).toEqual([1, 0])
  })

  it("UPD-19 counts once among a release's attempts, by how the last one ended, and not if it was cancelled", async () => {
    const release = z.object({ release: z.int() })
    const id = await begin()
    const row = await updates().db.row(release, 'select release from update_action where id = $1', [id])
    const counts = () => store().outcomeCounts(row?.release ?? 0)
    await cancel()
    expect(await counts()).toEqual({ finished: 0, failed: 0, failedOwners: 0 })
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const again = await begin()
      await unit().offer(again)
      await unit().fail(again)
      expect(await counts()).toEqual({ finished: 0, failed: 1, failedOwners: 1 })
    }
    await begin()
    await cancel()
    expect(await counts()).toEqual({ finished: 0, failed: 1, failedOwners: 1 })
  })

  it('UPD-12 UPD-18 that failed is nothing its unit has to know of', async () => {
    const id = await begin()
    await unit().offer(id)
    await unit().fail(id)
    expect(await store().forUnit(anna().system, new Date(0))).toEqual([])
  })

  it('UPD-18 belongs to every time that it touches, of the owner who has had the system since then', async () => {
    const id = await begin()
    await unit().fail(id)
    const { asked, ended } = await timesOf(id)
    const end = ended ?? 0
    const during = async (from: number, until: number, since = SINCE) => {
      const bounds = { start: new Date(from), end: new Date(until) }
      return (await runsDuring(updates().db, { id: anna().system, since }, bounds, 10)).length
    }
    expect([await during(asked - 1, asked), await during(asked - 1, asked + 1)]).toEqual([0, 1])
    expect([await during(end, end + 1), await during(end + 1, end + 2)]).toEqual([1, 0])
    expect(await during(asked - 1, end + 1, new Date(asked))).toBe(0)
  })

  it('UPD-20 goes by a consent of its owner’s, no older than may be, to these very parts', async () => {
    const parts: AgreedPart[] = [{ chip: 'bms', from: '2.4.0', to: '2.5.0', size: 1, sha256: 'a' }]
    const at = updates().now().getTime()
    const consents = consentStore(updates().db)
    const added = { at: new Date(at), language: 'de', wording: 'ja', parts } as const
    await consents.add(anna(), serialNumber.parse(sn()), added)
    const found = async (after: number, since = SINCE, wanted = parts, owner = anna().owner) => {
      const system = { id: anna().system, since }
      return (await consents.unused({ owner }, system, wanted, new Date(after))) !== undefined
    }
    expect(await found(at, SINCE, parts, randomUUID())).toBe(false)
    expect([await found(at), await found(at + 1)]).toEqual([true, false])
    expect([await found(at, new Date(at)), await found(at, SINCE, [])]).toEqual([false, false])
  })

  it("HND-02 is deleted with the release it installed, and no other's is", async () => {
    await updates().release('display', `2.${round()}`)
    await updates().report(anna().system, { display: '1.0' })
    const mine = await store().find(Number(await begin()))
    const theirs = await store().find(Number(await beginElsewhere()))
    const runs = (system = 0) => countRuns(updates().db, { id: system, since: SINCE })
    expect([await runs(mine?.system), await runs(theirs?.system)]).toEqual([1, 1])
    await store().forget([mine?.release ?? 0])
    expect([await runs(mine?.system), await runs(theirs?.system)]).toEqual([0, 1])
  })

  it('UPD-08 comes to a unit that has identified itself since then', async () => {
    const at = updates().now().getTime()
    await clientStore(updates().db).put(anna().system, {}, new Date(at))
    const listed = (after: number) => clientStore(updates().db).hasReported(anna().system, new Date(after))
    expect([await listed(at - 1), await listed(at)]).toEqual([true, false])
  })
})
