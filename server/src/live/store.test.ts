import { type StateMessage, statePayload } from '@kellersonne/contract/device'
import { serialNumber } from '@kellersonne/contract/systems'
import { houseLoad } from '@kellersonne/core/power'
import type { Reading } from '@kellersonne/core/readings'
import { percent, volts, wattHours, watts } from '@kellersonne/core/units'
import { NO_UPDATE } from '@kellersonne/core/updates-status'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import type { Item } from '../readings/batch.ts'
import { readingStore } from '../readings/store.ts'
import { storeBatch } from '../readings/write.ts'
import { type OwnedSystem, systemStore } from '../systems/store.ts'
import { liveStore } from './store.ts'

/** A minute after noon in Berlin. */
const NOW = new Date('2026-06-18T10:01:00Z')
const MIDNIGHT = new Date('2026-06-17T22:00:00Z')
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000)
const later = (instant: Date, seconds: number) => new Date(instant.getTime() + seconds * 1000)

let test: Awaited<ReturnType<typeof testDatabase>>
let system: OwnedSystem
let serial = 2000
beforeAll(async () => {
  test = await testDatabase()
  await readingStore(test.db).makePartitions(NOW)
})
afterAll(() => test.close())
beforeEach(async () => {
  system = await newSystem()
})

async function newSystem(since = new Date('2026-01-01T00:00:00Z')): Promise<OwnedSystem> {
  serial += 1
  const sn = serialNumber.parse(`${serial}`)
  const id = await systemStore(test.db).put({ sn, phase: 2, timeZone: 'Europe/Berlin', secret: 'secret' })
  return { id, sn, phase: 2, time_zone: 'Europe/Berlin', since }
}
const live = async (of = system, now = NOW) => {
  const [current] = await liveStore(test.db).of([of], now)
  if (!current) throw new Error('no system')
  return current
}
const unknown: Omit<Reading, 'at'> = {
  gridVoltage: null,
  grid: null,
  pv: null,
  battery: null,
  soc: null,
  output: null,
  counters: { pv: null, import: null, feedIn: null, charge: null, discharge: null },
}
const reading = (at: Date, values: Partial<Reading> = {}, heard = at): Item => ({
  kind: 'reading',
  system: system.id,
  heard,
  reading: { ...unknown, ...values, at },
})
const pvCounter = (value: number) => ({ counters: { ...unknown.counters, pv: wattHours(value) } })
const state = (at: Date, said: Partial<StateMessage> = {}): Item => ({
  kind: 'state',
  system: system.id,
  heard: at,
  state: statePayload.parse({ status: 'on', ...said, at: at.toISOString() }),
})
const presence = (heard: Date, online: boolean): Item => ({
  kind: 'presence',
  system: system.id,
  heard,
  online,
})
const tell = (...items: Item[]) => storeBatch(test.db, items)
const since = async (code: string) => (await live()).messages.find((m) => m.code === code)?.since

describe('what a system does now', () => {
  it('PRD-02 is all unknown before its first word', async () => {
    expect(await live()).toEqual({
      sn: system.sn,
      phase: 2,
      timeZone: 'Europe/Berlin',
      online: null,
      lastOnline: null,
      gridVoltage: null,
      powers: { grid: null, pv: null, battery: null },
      soc: null,
      output: null,
      status: null,
      batteryStatus: null,
      calibrationDays: null,
      capacity: null,
      versions: {},
      sensors: [],
      messages: [],
      today: unknown.counters,
      forecast: { energy: null, load: null },
      badWeather: null,
      pvPeak: null,
      update: NO_UPDATE,
    })
  })

  it('PRD-02 PRD-07 PRD-08 ENT-04 is what its newest reading and state say, with their signs', async () => {
    const values = {
      gridVoltage: volts(233.6),
      grid: watts(-1210),
      pv: watts(4820.125),
      battery: watts(-2960),
      soc: percent(64.5),
      output: watts(1860),
    }
    await tell(
      reading(ago(10), values, ago(9)),
      reading(ago(20), { grid: watts(5) }, ago(8)),
      state(ago(30), {
        battery_status: 'charging',
        calibration_days: 12,
        capacity_wh: 5760,
        versions: { bms: '2.4.0' },
        sensors: [{ name: 'battery_temperature', value: 23.4, unit: '°C' }],
      }),
    )
    const now = await live()
    expect(now).toMatchObject({
      online: true,
      lastOnline: ago(8),
      gridVoltage: 233.6,
      powers: { grid: -1210, pv: 4820.125, battery: -2960 },
      soc: 64.5,
      output: 1860,
      status: 'on',
      batteryStatus: 'charging',
      calibrationDays: 12,
      capacity: 5760,
      versions: { bms: '2.4.0' },
      sensors: [{ name: 'battery_temperature', value: 23.4, unit: '°C' }],
      pvPeak: 4820.125,
    })
    expect(houseLoad(now.powers)).toBe(650.125)
  })

  it('PRD-02 an older reading that comes late changes no value; a value that is missing in the newest is unknown', async () => {
    await tell(reading(ago(10), { soc: percent(50) }))
    await tell(reading(ago(20), { soc: percent(40), pv: watts(5) }))
    expect(await live()).toMatchObject({ soc: 50, powers: { pv: null } })
  })

  it('PRD-02 is offline once vanished, in whatever order it is learned, until heard again', async () => {
    await tell(presence(ago(5), false))
    await tell(reading(ago(10)))
    expect(await live()).toMatchObject({ online: false, lastOnline: ago(10) })
    await tell(presence(ago(4), true))
    expect(await live()).toMatchObject({ online: true, lastOnline: ago(4) })
  })

  it('PRD-02 switched off since its last reading it measures nothing; what is stored in it stays known', async () => {
    const values = { grid: watts(300), gridVoltage: volts(230), soc: percent(50) }
    await tell(reading(ago(90), values), state(ago(60), { status: 'off' }))
    expect(await live()).toMatchObject({ powers: { grid: null }, gridVoltage: null, soc: 50, status: 'off' })
    await tell(reading(ago(30), values))
    expect(await live()).toMatchObject({ powers: { grid: 300 }, gridVoltage: 230, soc: 50 })
  })

  it('PRD-01 answers for several systems in their order', async () => {
    const second = await newSystem()
    await tell(reading(ago(10), { soc: percent(50) }))
    const found = await liveStore(test.db).of([second, system], NOW)
    expect(found.map(({ sn, soc }) => [sn, soc])).toEqual([
      [second.sn, null],
      [system.sn, 50],
    ])
  })
})

describe("today's energies", () => {
  it('PRD-02 count from midnight at the system, the step over midnight with them', async () => {
    await tell(
      reading(later(MIDNIGHT, -3600), pvCounter(1000)),
      reading(later(MIDNIGHT, -10), pvCounter(1100)),
      reading(later(MIDNIGHT, 10), pvCounter(1105)),
      reading(ago(10), pvCounter(1500)),
    )
    const { today } = await live()
    expect(today).toEqual({ pv: 400, import: null, feedIn: null, charge: null, discharge: null })
    expect((await live(system, later(MIDNIGHT, -5))).today.pv).toBe(500)
  })

  it('PRD-02 a counter that starts anew takes nothing away', async () => {
    await tell(reading(ago(3600), pvCounter(1000)), reading(ago(1800), pvCounter(1050)))
    await tell(reading(ago(900), pvCounter(0)), reading(ago(10), pvCounter(30)))
    expect((await live()).today.pv).toBe(80)
  })

  it("AUT-12 count nothing from before the system was its owner's", async () => {
    await tell(
      reading(ago(7200), { ...pvCounter(1000), pv: watts(9000) }),
      reading(ago(3600), { ...pvCounter(1400), pv: watts(2000) }),
      reading(ago(10), { ...pvCounter(1500), pv: watts(1000) }),
    )
    const own = { ...system, since: ago(5400) }
    expect(await live(own)).toMatchObject({ today: { pv: 100 }, pvPeak: 2000 })
    expect(await live({ ...system, since: ago(5) })).toMatchObject({
      powers: { pv: null },
      today: { pv: null },
      pvPeak: null,
      lastOnline: null,
    })
  })
})

describe('messages', () => {
  it('DSH-02 stand since the first state of an unbroken row', async () => {
    await tell(state(ago(5000), { message2: ['i2'] }))
    await tell(state(ago(4000), { message2: ['relay'] }))
    await tell(state(ago(3000), { message2: ['i2', 'relay'], message1: ['wait60'] }))
    await tell(state(ago(2000), { message2: ['i2', 'relay'] }))
    expect((await live()).messages.map(({ code }) => code)).toEqual(['i2', 'relay'])
    expect(await since('i2')).toEqual(ago(3000))
    expect(await since('relay')).toEqual(ago(4000))
  })

  it('DSH-02 the same in whatever order and batches the states come', async () => {
    const told = [
      state(ago(5000), { message2: ['i2', 'u'] }),
      state(ago(4000), { message2: ['relay', 'u'] }),
      state(ago(3000), { message2: ['i2', 'relay', 'u'] }),
      state(ago(2000), { message2: ['i2', 'relay', 'u'] }),
    ]
    for (const order of [
      [3, 0, 2, 1],
      [2, 3, 1, 0],
      [0, 3, 1, 2],
    ]) {
      system = await newSystem()
      const own = told.map((item) => ({ ...item, system: system.id }))
      for (const i of order) await tell(...own.slice(i, i + 1))
      expect([await since('i2'), await since('relay'), await since('u')]).toEqual([
        ago(3000),
        ago(4000),
        ago(5000),
      ])
    }
    system = await newSystem()
    await tell(...told.map((item) => ({ ...item, system: system.id })))
    expect([await since('i2'), await since('relay'), await since('u')]).toEqual([
      ago(3000),
      ago(4000),
      ago(5000),
    ])
  })

  it('ENT-06 that flicker stand since they were raised first', async () => {
    for (const [i, message2] of [['u'], [], ['u']].entries())
      await tell(state(ago(500 - 100 * i), { message2 }))
    expect(await since('u')).toEqual(ago(500))
  })

  it("DSH-02 battery errors stand since the unit's own time, unknown flags are kept", async () => {
    await tell(
      state(ago(20), {
        message2: ['zzz'],
        errors: [{ code: 4113, at: ago(100).toISOString() }],
      }),
    )
    expect((await live()).messages).toEqual([
      { code: 'zzz', since: ago(20) },
      { code: '4113', since: ago(100) },
    ])
  })

  it('AUT-12 do not tell a new owner since when they stood before', async () => {
    await tell(state(ago(500), { message2: ['u'] }))
    await tell(state(ago(200), { message2: ['u'], sensors: [{ name: 'humidity', value: 61, unit: '%' }] }))
    expect((await live({ ...system, since: ago(300) })).messages).toEqual([{ code: 'u', since: null }])
    expect(await live({ ...system, since: ago(100) })).toMatchObject({
      online: null,
      status: null,
      messages: [],
      sensors: [],
    })
  })
})

describe('the highest PV power', () => {
  it('is that of the last 30 days, and rises with the newest reading at once', async () => {
    const DAY = 86_400
    await tell(reading(ago(31 * DAY), { pv: watts(9000) }), reading(ago(29 * DAY), { pv: watts(5000) }))
    expect((await live()).pvPeak).toBe(5000)
    await tell(reading(ago(1), { pv: watts(6000) }))
    expect((await live()).pvPeak).toBe(6000)
  })
})
