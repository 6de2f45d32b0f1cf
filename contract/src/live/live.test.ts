import type { LiveSystem } from '@kellersonne/core/live/live'
import { liveSystem, now } from '@kellersonne/core/live/test/live-system'
import { flagNames, flags } from '@kellersonne/core/messages/messages'
import { wattHours, watts } from '@kellersonne/core/units/units'
import { describe, expect, it } from 'vitest'
import { currentDataList, fromLiveSystem, fromNotice, HEARTBEAT_MS, toLiveSystems, toNotice } from './live.ts'

const context = { now, zoneOffset: 120, lang: 'de' } as const
const since = new Date('2026-06-18T09:00:00Z')
const full = liveSystem(1, {
  batteryStatus: 'balancing',
  versions: { bms: '2.0.0', inverter: '1.4.2' },
  sensors: [{ name: 'battery_temperature', value: 23.4, unit: '°C' }],
  messages: [
    { code: 'sm2', since },
    { code: '17', since },
    { code: 'relay', since: null },
  ],
  ended: [{ code: 'i2', since, resolvedAt: now }],
  badWeather: { emptyAt: since, endsAt: now },
  forecast: { energy: wattHours(9000), load: wattHours(7000) },
  update: {
    ...{ isNew: true, isStarted: true, isWaiting: false, percent: 42 },
    chips: [
      { chip: 'bms', pending: false },
      { chip: 'inverter', pending: true },
    ],
  },
})
const empty = liveSystem(2, {
  messagesKnown: false,
  ...{ online: null, status: null, calibrationDays: null, gridVoltage: null, soc: null, output: null },
  ...{ pvPeak: null, capacity: null, lastOnline: null },
  powers: { grid: null, pv: null, battery: null },
  today: { pv: null, import: null, feedIn: null, charge: null, discharge: null },
})
const wired = (system: LiveSystem) =>
  currentDataList.parse(JSON.parse(JSON.stringify([fromLiveSystem(system, context)])))

describe('current data', () => {
  it.each([
    ['all that there is', full],
    ['nothing', empty],
    [
      'an update that waits',
      liveSystem(1, { update: { ...full.update, isStarted: false, isWaiting: true } }),
    ],
    ['a system in between', liveSystem(3)],
  ])('ENT-02 survives the wire with %s', (_, system) => {
    expect(toLiveSystems(wired(system))).toEqual([system])
  })

  it('ENT-02 PRD-07 is spelled as specified, under the serial number', () => {
    expect(wired(full)).toMatchObject([
      {
        '1001': {
          ...{ battery_status: 'balancing', grid_voltage: 233.6, grid_power: -400, discharge_energy: 800 },
          ...{ PV_power: 1600, battery_power: -980, SOC: 64, charge_energy: 2800, m8: 220 },
          ...{ energy_forecast: 9000, load_forecast: 7000 },
          ...{ time_zone: 'Europe/Berlin', time_zone_offset: 120 },
          ...{ time: '2026-06-18T09:42:00.000Z', last_online_from: '2026-06-18T09:41:48.000Z' },
          ...{ updatable: true, avalable_updates: 1, total_updates: 2, update_started: true },
          ...{ update_progress: 42, lang: 'de' },
        },
      },
    ])
  })

  it('ENT-02 has what is ours beside it', () => {
    expect(wired(full)[0]?.[full.sn]).toMatchObject({
      ...{ phase: 1, online: true, status: 'connected', calibration_days: 12, capacity: 5000 },
      ...{ PV_energy: 4500, import_energy: 100, feed_in_energy: 700, PV_power_peak: 1900 },
      updates: { bms: { new_update: false }, inverter: { new_update: true } },
      bad_weather: { empty_at: '2026-06-18T09:00:00.000Z', ends_at: '2026-06-18T09:42:00.000Z' },
    })
  })

  it('ENT-06 has every flag of its group, those that are true, and other codes beside them', () => {
    const { message1, message2, last_messages } = wired(full)[0]?.[full.sn] ?? {}
    expect(message1).toEqual({ sm2: true, wait60: false, sm_test: false })
    const others = flagNames.filter((name) => flags[name].group === 'message2')
    expect(message2).toEqual({
      ...Object.fromEntries(others.map((name) => [name, name === 'relay'])),
      '17': true,
    })
    expect(last_messages).toEqual([
      { code: 'sm2', time: '2026-06-18T09:00:00.000Z', resolved: null },
      { code: '17', time: '2026-06-18T09:00:00.000Z', resolved: null },
      { code: 'relay', time: null, resolved: null },
      { code: 'i2', time: '2026-06-18T09:00:00.000Z', resolved: '2026-06-18T09:42:00.000Z' },
    ])
  })

  it('ENT-02 ENT-07 from before it had a field for whether all messages are known claims nothing of them', () => {
    const three = liveSystem(3)
    const { messages_known: _, ...older } = wired(three)[0]?.[three.sn] ?? {}
    const kept = currentDataList.parse([{ [three.sn]: older }])
    expect(toLiveSystems(kept)).toEqual([{ ...three, messagesKnown: false }])
  })

  it('ENT-02 DSH-09 from before it had a field for an update that waits says of none that it does', () => {
    const three = liveSystem(3)
    const { update_waiting: _, ...older } = wired(three)[0]?.[three.sn] ?? {}
    expect(toLiveSystems(currentDataList.parse([{ [three.sn]: older }]))).toEqual([three])
  })

  it('PRD-01 is one object a system, in their order', () => {
    const [first, second] = [liveSystem(2), liveSystem(1, { powers: { ...full.powers, pv: watts(0) } })]
    expect(toLiveSystems([...wired(first), ...wired(second)])).toEqual([first, second])
    expect(currentDataList.safeParse([{ A1: wired(first)[0]?.[first.sn] }]).success).toBe(false)
  })
})

describe('a notice of bad weather', () => {
  it.each([
    ['that ends', { emptyAt: since, endsAt: now }, { ends_at: now.toISOString() }],
    ['without an end yet', { emptyAt: since, endsAt: null }, { ends_at: null }],
  ])('DSH-04 %s survives the wire', (_, notice, end) => {
    const wire = fromNotice(notice)
    expect(wire).toEqual({ empty_at: since.toISOString(), ...end })
    expect(toNotice(wire)).toEqual(notice)
  })

  it('DSH-04 that is none is null on both sides', () => {
    expect([fromNotice(null), toNotice(null)]).toEqual([null, null])
  })
})

it('DSH-07 a silent stream has a line every 15 s', () => {
  expect(HEARTBEAT_MS).toBe(15_000)
})
