import { getForecast } from '@kellersonne/contract/energy/forecast'
import { dayAfter, dayOf, startOfDay } from '@kellersonne/core/time/days'
import { describe, expect, it } from 'vitest'
import { addFormerOwner } from '../../../test/database/former-owner.ts'
import { flat, NOW, setUpForecasts, TIME_ZONE } from '../../../test/set-up/forecasts.ts'
import { systemStore } from '../../systems/store.ts'
import { totalForecast } from './expectation.ts'

const DAY_MS = 86_400_000
const { db, newOwner, newSystem, report, make, shown, powers, madeAt } = setUpForecasts()

describe('the forecast of a system', () => {
  it('DSH-12 is made of its quarters, for today and tomorrow', async () => {
    const system = await newSystem()
    await report(system, 14)
    expect((await shown(system)).days).toEqual([])
    await make()
    expect(await powers(system)).toEqual(flat(400, 500))
    const { made_at, days, basis } = await shown(system)
    expect(made_at).toBe(NOW.toISOString())
    expect(days.map(({ day, start, pv, load }) => [day, start, pv.length, load.length])).toEqual([
      ['2026-06-18', '2026-06-17T22:00:00.000Z', 96, 96],
      ['2026-06-19', '2026-06-18T22:00:00.000Z', 96, 96],
    ])
    expect(basis).toMatchObject({ pv: { history: 14, level: 1 }, load: { history: 14, level: 1 } })
  })

  it('DSH-12 is null where there is too little history', async () => {
    const [none, little, enough] = [await newSystem(), await newSystem(), await newSystem()]
    await report(little, 4)
    await report(enough, 5)
    await make()
    expect(await powers(none)).toEqual(flat(null, null))
    expect(await powers(little)).toEqual(flat(null, null))
    expect(await powers(enough)).toEqual(flat(400, 500))
    expect((await shown(little)).outlook_gap).not.toBeNull()
  })

  it('DSH-12 takes no gap for a zero', async () => {
    const system = await newSystem()
    const hour = (at: Date) => at.getUTCHours()
    await report(system, 14, (at) => (hour(at) === 2 ? null : { pv: hour(at) === 3 ? null : 400, load: 500 }))
    await make()
    const [today] = (await shown(system)).days
    // 00:00 in Berlin is 22:00 UTC: 02:00 UTC is the 17th quarter.
    expect(today?.pv.slice(15, 25)).toEqual([400, null, null, null, null, null, null, null, null, 400])
    expect(today?.load.slice(15, 17)).toEqual([500, null])
  })

  it('AUT-12 DSH-12 knows nothing from before the claim', async () => {
    const claimed = new Date(NOW.getTime() - 6.5 * DAY_MS)
    const system = await newSystem(claimed)
    await addFormerOwner(db(), system.id)
    await report(system, 14, (at) => (at < claimed ? { pv: 9000, load: 9000 } : { pv: 400, load: 500 }))
    await make()
    expect(await powers(system)).toEqual(flat(400, 500))
    const late = await newSystem(new Date(NOW.getTime() - 4 * DAY_MS))
    await addFormerOwner(db(), late.id)
    await report(late, 14)
    await make()
    expect(await powers(late)).toEqual(flat(null, null))
  })

  it('AUT-12 DSH-12 is never shown to the next owner, and gone when nobody owns the system', async () => {
    const [system, other] = [await newSystem(), await newSystem()]
    await report(system, 14)
    await make()
    expect(await systemStore(db()).release(system.sn, system.owner, NOW)).toBe(true)
    const next = { ...system, since: new Date(NOW.getTime() + 1) }
    expect((await shown(next)).days).toEqual([])
    await make()
    const left = await madeAt()
    expect([left.has(system.id), left.has(other.id)]).toEqual([false, true])
    await systemStore(db()).claim(system.id, await newOwner(), next.since)
    await make()
    expect(await powers(next)).toEqual(flat(null, null))
  })

  it.each([
    ['2026-03-29T10:00:00Z', [92, 96]],
    ['2026-03-28T10:00:00Z', [96, 92]],
    ['2026-10-25T10:00:00Z', [100, 96]],
    ['2026-10-26T10:00:00Z', [96, 96]],
  ])('CHT-07 DSH-12 has as many quarters as the days from %s on', async (text, lengths) => {
    const now = new Date(text)
    const system = await newSystem(new Date('2025-01-01T00:00:00Z'))
    await report(system, 14, undefined, now)
    await make(now)
    expect(await powers(system, now)).toEqual(flat(400, 500))
    expect((await shown(system, now)).days.map(({ pv }) => pv.length)).toEqual(lengths)
    const after = startOfDay(dayAfter(dayOf(now, TIME_ZONE)), TIME_ZONE)
    expect((await shown(system, after)).days[0]?.start).toBe(after.toISOString())
  })

  it('DSH-12 stays worth something after midnight, until the next is made', async () => {
    const system = await newSystem()
    await report(system, 14)
    await make()
    const midnight = new Date('2026-06-18T22:00:00Z')
    expect((await shown(system, midnight)).days.map(({ day }) => day)).toEqual(['2026-06-19', '2026-06-20'])
    expect((await shown(system, new Date('2026-06-20T22:00:00Z'))).days).toEqual([])
  })

  it('PRD-05 DSH-12 of all is the sum of what is known, and names who is left out', async () => {
    const [one, two, mute] = [await newSystem(), await newSystem(), await newSystem()]
    await report(one, 14)
    await report(two, 14, () => ({ pv: 30, load: 20 }))
    await make()
    const all = getForecast.response.parse(await totalForecast(db(), [one, two, mute], NOW))
    expect(all.days.map(({ pv, load }) => [new Set(pv), new Set(load)])).toEqual(flat(430, 520))
    expect(all).toMatchObject({ made_at: NOW.toISOString(), without: [mute.sn], basis: null, outlook: null })
    const none = await totalForecast(db(), [mute], NOW)
    expect(none).toMatchObject({ made_at: null, days: [], without: [mute.sn] })
  })
})
