import { wattHours, watts } from '@kellersonne/core/units/units'
import { describe, expect, it } from 'vitest'
import { ago, setUpTelemetry, unknown } from '../../test/set-up/telemetry.ts'

const MIDNIGHT = new Date('2026-06-17T22:00:00Z')
const later = (instant: Date, seconds: number) => new Date(instant.getTime() + seconds * 1000)
const { system, live, reading, report } = setUpTelemetry()
const pvCounter = (value: number) => ({ counters: { ...unknown.counters, pv: wattHours(value) } })

describe("today's energies", () => {
  it('PRD-02 ENE-04 count from midnight at the system, with their share of the step over midnight', async () => {
    await report(
      reading(later(MIDNIGHT, -3600), pvCounter(1000)),
      reading(later(MIDNIGHT, -10), pvCounter(1100)),
      reading(later(MIDNIGHT, 10), pvCounter(1105)),
      reading(ago(10), pvCounter(1500)),
    )
    const { today } = await live()
    expect(today).toEqual({ pv: 397, import: null, feedIn: null, charge: null, discharge: null })
    expect((await live(system(), later(MIDNIGHT, -5))).today.pv).toBe(105)
  })

  it('PRD-02 a counter that starts anew takes nothing away', async () => {
    await report(reading(ago(3600), pvCounter(1000)), reading(ago(1800), pvCounter(1050)))
    await report(reading(ago(900), pvCounter(0)), reading(ago(10), pvCounter(30)))
    expect((await live()).today.pv).toBe(80)
  })

  it("AUT-12 count nothing from before the system was its owner's", async () => {
    await report(
      reading(ago(7200), { ...pvCounter(1000), pv: watts(9000) }),
      reading(ago(3600), { ...pvCounter(1400), pv: watts(2000) }),
      reading(ago(10), { ...pvCounter(1500), pv: watts(1000) }),
    )
    const own = { ...system(), visible_from: ago(5400) }
    expect(await live(own)).toMatchObject({ today: { pv: 100 }, pvPeak: 2000 })
    expect(await live({ ...system(), visible_from: ago(5) })).toMatchObject({
      powers: { pv: null },
      today: { pv: null },
      pvPeak: null,
      lastOnline: null,
    })
  })
})
