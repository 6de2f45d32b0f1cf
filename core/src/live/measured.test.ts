import { describe, expect, it } from 'vitest'
import { percent, watts } from '../units/units.ts'
import type { LiveSystem } from './live.ts'
import { measuredAllAt, newestMeasurement, withCurrent, withoutExpired } from './measured.ts'
import { statusOf } from './status-line.ts'
import { liveSystem, now } from './test/live-system.ts'
import { outlookOf } from './today.ts'
import { total } from './totals.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const ago = (ms: number) => new Date(now.getTime() - ms)
const fresh = liveSystem(1)
/** Measures everything but its PV power, whose meter is broken. */
const withPvFrom = (at: Date) => ({ ...fresh, measuredAt: { ...fresh.measuredAt, pv: at } })

describe('the age of values', () => {
  it('DSH-14 a power of up to 15 minutes ago is current, an older one only known, one of a day ago neither', () => {
    const pvOf = (age: number) => {
      const system = withPvFrom(ago(age))
      return [withCurrent(system, now).powers.pv, withoutExpired(system, now).powers.pv]
    }
    expect(pvOf(15 * MINUTE)).toEqual([1600, 1600])
    expect(pvOf(15 * MINUTE + 1)).toEqual([null, 1600])
    expect(pvOf(DAY)).toEqual([null, 1600])
    expect(pvOf(DAY + 1)).toEqual([null, null])
  })

  it('DSH-14 leaves all other values as they are, and the system itself where none is old', () => {
    const system = withPvFrom(ago(20 * MINUTE))
    expect(withCurrent(system, now)).toEqual({ ...system, powers: { ...system.powers, pv: null } })
    expect(withCurrent(fresh, now)).toBe(fresh)
  })

  it('DSH-14 a state of charge stays until it is a day old', () => {
    const charged = (age: number) => withCurrent({ ...fresh, measuredAt: measuredAllAt(ago(age)) }, now)
    expect(charged(DAY)).toMatchObject({ soc: 64, powers: { grid: null, pv: null, battery: null } })
    expect(charged(DAY)).toMatchObject({ gridVoltage: null, output: null })
    expect(charged(DAY + 1).soc).toBeNull()
  })

  it('DSH-14 of what a unit never dated is that of its values', () => {
    const system = { ...fresh, measuredAt: measuredAllAt(null) }
    expect(withCurrent(system, now)).toBe(system)
    expect(newestMeasurement(system)).toBeNull()
    expect(statusOf([system], now)).toEqual({ name: 'normal' })
  })
})

describe('old values', () => {
  it('DSH-14 a unit that reports without measuring is not well', () => {
    const silentMeter: LiveSystem = {
      ...fresh,
      measuredAt: { ...measuredAllAt(ago(3 * 60 * MINUTE)), soc: ago(2 * 60 * MINUTE) },
    }
    const since = ago(2 * 60 * MINUTE)
    const status = (system: LiveSystem = silentMeter) =>
      statusOf(
        [system, liveSystem(2)].map((one) => withCurrent(one, now)),
        now,
      )
    expect(status()).toMatchObject({ name: 'unmeasured', since, systems: [{ sn: fresh.sn }] })
    expect(status({ ...silentMeter, status: 'off' })).toMatchObject({ name: 'off' })
    expect(status(withPvFrom(ago(20 * MINUTE)))).toMatchObject({ name: 'incomplete' })
  })

  it('DSH-14 nothing is expected from an old state of charge', () => {
    const expected = { pv: [], load: [] }
    const charged = (at: Date) =>
      outlookOf({ ...fresh, measuredAt: { ...fresh.measuredAt, soc: at } }, expected, now)
    expect([charged(ago(15 * MINUTE)), charged(ago(16 * MINUTE))]).toEqual([
      'too_little_history',
      'not_known',
    ])
  })

  it('DSH-14 ENT-05 a total is as old as the oldest value that counts', () => {
    const one = withPvFrom(ago(5 * MINUTE))
    const two = {
      ...liveSystem(2, { soc: percent(20) }),
      measuredAt: { ...fresh.measuredAt, pv: ago(20 * MINUTE) },
    }
    const both = total(
      [one, two].map((system) => withCurrent(system, now)),
      now,
    )
    expect(both).toMatchObject({ powers: { pv: watts(1600) }, measuredAt: { pv: ago(5 * MINUTE) } })
    expect(both.measuredAt.grid).toEqual(fresh.measuredAt.grid)
  })
})
