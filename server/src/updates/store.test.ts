import { serialNumber } from '@kellersonne/contract/systems'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { updatableUnit } from '../../test/updating.ts'
import { type AgreedPart, consentStore } from './consent-store.ts'
import { runsDuring } from './standing-store.ts'
import { updateStore } from './store.ts'

const { anna, begin, cancel, sn, unit, updates } = updatableUnit()
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

describe('an update as it is stored', () => {
  it('UPD-13 is overdue from its deadline on', async () => {
    const deadline = (await timesOf(await begin())).deadline ?? 0
    const overdue = async (at: number) => (await store().holdOverdue(new Date(at), 10)).length
    expect([await overdue(deadline - 1), await overdue(deadline)]).toEqual([0, 1])
  })

  it('UPD-12 that was cancelled is told to its unit where it ended later than asked for', async () => {
    const id = await begin()
    await unit().offer(id)
    await cancel()
    const ended = (await timesOf(id)).ended ?? 0
    const told = async (after: number) => (await store().forUnit(anna().system, new Date(after))).length
    expect([await told(ended - 1), await told(ended)]).toEqual([1, 0])
  })

  it('UPD-18 belongs to every time that it touches, of the owner who has had the system since then', async () => {
    const id = await begin()
    await unit().fail(id)
    const { asked, ended } = await timesOf(id)
    const last = ended ?? 0
    const during = async (start: number, end: number, since = SINCE) => {
      const bounds = { start: new Date(start), end: new Date(end) }
      return (await runsDuring(updates().db, { id: anna().system, since }, bounds, 10)).length
    }
    expect([await during(asked - 1, asked), await during(asked - 1, asked + 1)]).toEqual([0, 1])
    expect([await during(last, last + 1), await during(last + 1, last + 2)]).toEqual([1, 0])
    expect(await during(asked - 1, last + 1, new Date(asked))).toBe(0)
  })

  it('UPD-20 goes by a consent of its owner’s, no older than may be, to these very parts', async () => {
    const parts: AgreedPart[] = [{ chip: 'bms', from: '2.4.0', to: '2.5.0', size: 1, sha256: 'a' }]
    const at = updates().now().getTime()
    const consents = consentStore(updates().db)
    const added = { at: new Date(at), language: 'de', wording: 'ja', parts } as const
    await consents.add(anna().owner, serialNumber.parse(sn()), added)
    const found = async (after: number, since = SINCE, wanted = parts) => {
      const system = { system: anna().system, since }
      return (await consents.unused(anna().owner, system, wanted, new Date(after))) !== undefined
    }
    expect([await found(at), await found(at + 1)]).toEqual([true, false])
    expect([await found(at, new Date(at)), await found(at, SINCE, [])]).toEqual([false, false])
  })

  it('UPD-08 comes to a unit that has said what it is since then', async () => {
    const at = updates().now().getTime()
    await store().putClient(anna().system, {}, new Date(at))
    const told = (after: number) => store().hasTold(anna().system, new Date(after))
    expect([await told(at - 1), await told(at)]).toEqual([true, false])
  })
})
