import { NO_UPDATE } from '@kellersonne/core/firmware/status'
import { measuredAllAt } from '@kellersonne/core/live/measured'
import { houseLoad } from '@kellersonne/core/units/power'
import { percent, volts, watts } from '@kellersonne/core/units/units'
import { describe, expect, it } from 'vitest'
import { ago, NOW, setUpTelemetry, unknown } from '../../test/set-up/telemetry.ts'
import type { Item } from '../telemetry/intake/batch.ts'
import { liveStore } from './store.ts'

const { db, system, newSystem, live, reading, state, report } = setUpTelemetry()
const presence = (receivedAt: Date, online: boolean): Item => ({
  kind: 'presence',
  system: system().id,
  receivedAt,
  online,
})

describe('what a system does now', () => {
  it('PRD-02 is all unknown before its first word', async () => {
    expect(await live()).toEqual({
      sn: system().sn,
      phase: 2,
      name: null,
      timeZone: 'Europe/Berlin',
      online: null,
      lastOnline: null,
      gridVoltage: null,
      powers: { grid: null, pv: null, battery: null },
      soc: null,
      output: null,
      measuredAt: measuredAllAt(null),
      status: null,
      batteryStatus: null,
      statusSince: null,
      calibrationDays: null,
      capacity: null,
      versions: {},
      sensors: [],
      capabilities: null,
      messages: [],
      messagesKnown: false,
      ended: [],
      today: unknown.counters,
      forecast: { energy: null, load: null },
      badWeather: null,
      refusedToday: null,
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
    await report(
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
    await report(reading(ago(10), { soc: percent(50) }))
    await report(reading(ago(20), { soc: percent(40), pv: watts(5) }))
    expect(await live()).toMatchObject({ soc: 50, powers: { pv: null } })
  })

  it('PRD-02 is offline once vanished, in whatever order it is learned, until seen again', async () => {
    await report(presence(ago(5), false))
    await report(reading(ago(10)))
    expect(await live()).toMatchObject({ online: false, lastOnline: ago(10) })
    await report(presence(ago(4), true))
    expect(await live()).toMatchObject({ online: true, lastOnline: ago(4) })
  })

  it('PRD-02 switched off since its last reading it measures nothing; what is stored in it stays known', async () => {
    const values = { grid: watts(300), gridVoltage: volts(230), soc: percent(50) }
    await report(reading(ago(90), values), state(ago(60), { status: 'off' }))
    expect(await live()).toMatchObject({ powers: { grid: null }, gridVoltage: null, soc: 50, status: 'off' })
    await report(reading(ago(30), values))
    expect(await live()).toMatchObject({ powers: { grid: 300 }, gridVoltage: 230, soc: 50 })
  })

  it('DSH-09 knows since when a unit reports its status, as far as states that come late leave that certain', async () => {
    const since = async () => (await live()).statusSince
    const dozing = { battery_status: 'dozing' }
    await report(state(ago(60), { battery_status: 'idle' }))
    expect(await since()).toBeNull()
    await report(
      state(ago(30), dozing),
      state(ago(10), dozing),
      state(ago(20), { battery_status: undefined }),
    )
    expect(await since()).toEqual(ago(30))
    await report(state(ago(15), dozing), state(ago(12), dozing))
    await report(state(ago(45), { battery_status: 'idle' }))
    await report(state(ago(9), { battery_status: undefined }))
    await report(state(ago(8), dozing))
    expect(await since()).toEqual(ago(30))
    await report(state(ago(6), { ...dozing, status: 'standby' }))
    expect(await since()).toEqual(ago(6))
    await report(state(ago(5), { battery_status: 'idle' }), state(ago(4), dozing), state(ago(3), dozing))
    expect(await since()).toEqual(ago(4))
  })

  it.each([
    ['another status since then', 20, { battery_status: 'idle' }],
    ['the same before', 40, { battery_status: 'dozing' }],
  ])('DSH-09 does not know since when, if a state that comes late has %s', async (_what, seconds, late) => {
    await report(state(ago(50), { battery_status: 'idle' }), state(ago(30), { battery_status: 'dozing' }))
    expect((await live()).statusSince).toEqual(ago(30))
    await report(state(ago(10), { battery_status: 'dozing' }))
    await report(state(ago(seconds), late))
    expect((await live()).statusSince).toBeNull()
  })

  it('DSH-09 does not know since when, where that was before the change of owner', async () => {
    await report(reading(ago(1), { battery: watts(0) }))
    await report(state(ago(30), { battery_status: 'idle' }), state(ago(20), { battery_status: 'dozing' }))
    expect(await live()).toMatchObject({ batteryStatus: 'dozing', statusSince: ago(20) })
    expect((await live({ ...system(), visible_from: ago(15) })).statusSince).toBeNull()
  })

  it('AUT-12 shows a new owner nothing from before the change, though the unit has been seen since', async () => {
    const values = { grid: watts(300), gridVoltage: volts(230), soc: percent(50) }
    await report(reading(ago(90), values), state(ago(90)), presence(ago(30), true))
    const changed = { ...system(), visible_from: ago(60) }
    expect(await live(changed)).toMatchObject({
      ...{ online: true, lastOnline: ago(30), status: null },
      ...{ powers: { grid: null }, gridVoltage: null, soc: null },
    })
    await report(reading(ago(60), values), state(ago(60)))
    expect(await live(changed)).toMatchObject({ powers: { grid: 300 }, soc: 50, status: 'on' })
  })

  it('AUT-12 shows a new owner nothing that was received before the change, even if the clock of the unit runs ahead', async () => {
    const receivedAt = ago(60)
    await report(reading(ago(0), { soc: percent(50) }, receivedAt), { ...state(ago(0)), receivedAt })
    const nothing = { online: null, lastOnline: null, soc: null, status: null }
    expect(await live({ ...system(), visible_from: ago(59) })).toMatchObject(nothing)
    expect(await live({ ...system(), visible_from: receivedAt })).toMatchObject({ soc: 50, status: 'on' })
  })

  it('PRD-01 answers for several systems in their order', async () => {
    const second = await newSystem()
    await report(reading(ago(10), { soc: percent(50) }))
    const found = await liveStore(db()).of([second, system()], NOW)
    expect(found.map(({ sn, soc }) => [sn, soc])).toEqual([
      [second.sn, null],
      [system().sn, 50],
    ])
  })
})

describe('the highest PV power', () => {
  it('is that of the last 30 days, and rises with the newest reading at once', async () => {
    const DAY = 86_400
    await report(reading(ago(31 * DAY), { pv: watts(9000) }), reading(ago(29 * DAY), { pv: watts(5000) }))
    expect((await live()).pvPeak).toBe(5000)
    await report(reading(ago(1), { pv: watts(6000) }))
    expect((await live()).pvPeak).toBe(6000)
  })
  it('AUT-12 is that of the owner’s own time', async () => {
    await report(reading(ago(7200), { pv: watts(5000) }), reading(ago(3600), { pv: watts(4000) }))
    expect((await live({ ...system(), visible_from: ago(5400) })).pvPeak).toBe(4000)
    expect((await live()).pvPeak).toBe(5000)
  })
})
