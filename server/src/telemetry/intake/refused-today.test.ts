import { percent } from '@kellersonne/core/units/units'
import { describe, expect, it } from 'vitest'
import { ago, NOW, setUpTelemetry } from '../../../test/set-up/telemetry.ts'
import { type Item, refused } from './batch.ts'
import { itemsOf } from './parse.ts'

const { live, reading, system, newSystem, report } = setUpTelemetry()
const MIDNIGHT = new Date('2026-06-17T22:00:00Z')
const HOUR = 3600

/** What a unit publishes, as ingest reads it. */
const publish = (fields: unknown, receivedAt = NOW) => {
  const { id, sn } = system()
  const payload = Buffer.from(typeof fields === 'string' ? fields : JSON.stringify(fields))
  return report(...itemsOf({ system: id, sn, topic: 'reading', payload }, receivedAt))
}
const wrong = (seconds: number) => ({ at: ago(seconds).toISOString(), grid_w: 1e6 })
const good = (count: number, from = HOUR) =>
  report(...Array.from({ length: count }, (_, i): Item => reading(ago(from + i))))
const refusedToday = async (now = NOW) => (await live(system(), now)).refusedToday

describe('readings that cannot be right', () => {
  it('DSH-15 are shown as their share of the day, once it is above one percent, and no longer when it is not', async () => {
    await good(99)
    await publish(wrong(5))
    expect(await refusedToday()).toBeNull()
    await publish([wrong(4), wrong(3), wrong(2)])
    expect(await refusedToday()).toEqual({ from: MIDNIGHT, share: (100 * 4) / 103 })
    await good(301, 2 * HOUR)
    expect(await refusedToday()).toBeNull()
  })

  it('DSH-15 count on the day on which they were measured, or else received, the newest of which stays', async () => {
    await good(10)
    await publish(wrong(20 * HOUR))
    expect(await refusedToday()).toBeNull()
    await publish('{')
    await publish({ at: '1970-01-01T00:00:00Z' })
    expect(await refusedToday()).toEqual({ from: MIDNIGHT, share: 100 / 6 })
    await publish(wrong(20 * HOUR))
    expect(await refusedToday()).toEqual({ from: MIDNIGHT, share: 100 / 6 })
    const tomorrow = new Date(NOW.getTime() + 24 * HOUR * 1000)
    expect(await refusedToday(tomorrow)).toBeNull()
  })

  it('DSH-15 HND-01 count in a zone that the database does not know, and stop nobody’s readings', async () => {
    const strange = await newSystem(undefined, 'AET')
    const refusal: Item = {
      ...{ kind: 'refusal', system: strange.id, receivedAt: NOW, topic: 'reading', payload: '' },
      ...refused('malformed'),
    }
    await report(refusal, refusal, reading(ago(5), { soc: percent(50) }))
    expect((await live(strange)).refusedToday).toEqual({ from: new Date('2026-06-17T14:00:00Z'), share: 100 })
    expect((await live(system())).soc).toBe(50)
  })

  it('DSH-15 are not those refused for another reason, nor states', async () => {
    const refusal = (topic: string, why: ReturnType<typeof refused>): Item => ({
      ...{ kind: 'refusal', system: system().id, receivedAt: NOW, topic, payload: '' },
      ...why,
    })
    await report(refusal('reading', refused('over_budget')), refusal('reading', refused('unstorable')))
    await report(refusal('state', refused('malformed')), refusal('', refused('too_large')))
    expect(await refusedToday()).toBeNull()
  })

  it('DSH-15 AUT-12 of a day that was not wholly the owner’s are not shown', async () => {
    await publish(wrong(5))
    expect(await refusedToday()).toEqual({ from: MIDNIGHT, share: 100 })
    const next = { ...system(), visible_from: ago(HOUR) }
    await good(1, 10)
    expect((await live(next)).refusedToday).toBeNull()
  })
})
