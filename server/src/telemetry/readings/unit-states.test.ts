import { type StatePayload, statePayload } from '@kellersonne/contract/telemetry/device'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { setUpTelemetry } from '../../../test/set-up/telemetry.ts'
import { systemUpdates } from '../../firmware/runs/system-updates.ts'
import type { Item } from '../intake/batch.ts'
import { readingStore } from './store.ts'
import { stateSince, type UnitState } from './unit-states.ts'

const { db, system, begin, report, live } = setUpTelemetry()
const START = Date.parse('2026-06-18T09:00:00Z')
const at = (s: number) => new Date(START + s * 1000)
const EVER = new Date(0)
const little = (s: number, fields: object = {}): Item => ({
  ...{ kind: 'state', system: system().id, receivedAt: at(s) },
  state: statePayload.parse({ status: 'on', ...fields, at: at(s).toISOString() }),
})
async function known(since = EVER) {
  const [latest] = await readingStore(db()).latest([system().id])
  return latest?.told ? stateSince(latest.told, since) : null
}
const all = {
  ...{ battery_status: 'charging', calibration_days: 12, capacity_wh: 5760, display: 'update' },
  ...{ message1: ['sm2'], message2: ['i2'], errors: [{ code: 4113, at: at(-9).toISOString() }] },
  ...{ versions: { bms: '2.4.0' }, sensors: [{ name: 'battery_temperature', value: 23.4, unit: '°C' }] },
}
const NOTHING: UnitState = {
  ...{ status: 'on', battery_status: null, calibration_days: null, capacity_wh: null, display: 'normal' },
  ...{
    message1: null,
    message2: null,
    errors: null,
    versions: {},
    sensors: [],
    capabilities: null,
    battery: null,
  },
}

describe('a state that holds little', () => {
  it('ENT-07 DSH-02 PRD-02 changes what it holds and nothing else', async () => {
    await report(little(0, all))
    const before = await known()
    await report(little(5, { status: 'standby' }))
    expect(await known()).toEqual({ ...before, status: 'standby' })
    await report(little(6, { capacity_wh: 9000, message2: [] }))
    expect(await known()).toEqual({ ...before, capacity_wh: 9000, message2: [] })
    const { status, messages, versions, capacity, sensors } = await live()
    expect({ status, versions, capacity }).toEqual({
      ...{ status: 'on', versions: { bms: '2.4.0' }, capacity: 9000 },
    })
    expect(sensors).toHaveLength(1)
    expect(messages.map(({ code }) => code)).toEqual(['sm2', '4113'])
  })

  it('ENT-07 PRD-02 takes a value back with null', async () => {
    await report(little(0, all))
    const nulls = Object.fromEntries(Object.keys(all).map((field) => [field, null]))
    await report(little(5, nulls))
    expect(await known()).toEqual(NOTHING)
  })

  it('ENT-07 PRD-02 of two of the same time, the first counts, also in one batch', async () => {
    await report(little(0, { capacity_wh: 1 }), little(0, { capacity_wh: 2, calibration_days: 2 }))
    await report(little(0, { capacity_wh: 3, calibration_days: 3 }))
    expect(await known()).toEqual({ ...NOTHING, capacity_wh: 1 })
  })

  it('ENT-07 AUT-12 leaves a new owner nothing of the former one’s time but what is the unit’s own', async () => {
    await report(little(0, all), little(10, { status: 'standby' }))
    expect(await known(at(1))).toEqual({
      ...{ ...NOTHING, status: 'standby', capacity_wh: 5760, versions: { bms: '2.4.0' } },
    })
    expect(await known(at(11))).toBeNull()
  })

  it('ENT-07 AUT-12 DSH-09 knows its messages once each list was reported to this owner, and no more once one is taken back', async () => {
    const isKnown = async (since = EVER) =>
      (await live({ ...system(), visible_from: since }, at(60))).messagesKnown
    expect(await isKnown()).toBe(false)
    await report(little(0, { message2: ['relay'], errors: [] }))
    expect(await isKnown()).toBe(false)
    await report(little(1, { message1: [] }), little(2))
    expect(await isKnown()).toBe(true)
    expect(await isKnown(at(1))).toBe(false)
    await report(little(3, { message2: [], errors: [] }))
    expect(await isKnown(at(1))).toBe(true)
    expect(await isKnown(at(2))).toBe(false)
    await report(little(4, { errors: null }))
    expect(await isKnown()).toBe(false)
  })

  it('ENT-07 UPD-02 offers updates by the versions reported last, and not by when something else was reported', async () => {
    await report(little(0, all), little(10))
    const versions = async () => (await systemUpdates(db(), [system()], at(20)))[0]?.versions
    expect(await versions()).toEqual({ bms: '2.4.0' })
    await report(little(5, { versions: { bms: '2.5.0' } }))
    expect(await versions()).toEqual({ bms: '2.5.0' })
    await report(little(15, { versions: null }))
    expect(await versions()).toEqual({})
  })
})

const field = <V>(value: fc.Arbitrary<V>) => fc.option(fc.option(value, { nil: null }), { nil: undefined })
const fields = fc.record({
  s: fc.nat(90),
  status: fc.constantFrom('on', 'off', 'standby'),
  battery_status: field(fc.constantFrom('charging', 'full')),
  calibration_days: field(fc.nat(9)),
  capacity_wh: field(fc.nat(9)),
  message2: field(fc.subarray(['u', 'i2'])),
  display: field(fc.constantFrom('normal', 'update')),
  versions: field(fc.record({ bms: fc.constantFrom('1.0.0', '2.0.0') })),
})
const reported = fc
  .uniqueArray(fields, { selector: ({ s }) => s, minLength: 1, maxLength: 12 })
  .chain((states) =>
    fc.tuple(
      fc.constant(states),
      fc.shuffledSubarray([...states, ...states], { minLength: states.length * 2 }),
      fc.integer({ min: 1, max: 5 }),
    ),
  )

describe('states in any order', () => {
  it('ENT-07 PRD-02 leave the same, however late, shuffled and often they come', async () => {
    await fc.assert(
      fc.asyncProperty(reported, async ([states, mixed, size]) => {
        await begin()
        const items = mixed.map(({ s, ...rest }) => little(s, rest))
        for (let i = 0; i < items.length; i += size) await report(...items.slice(i, i + size))
        let last: Partial<StatePayload> = {}
        for (const { s: _, ...rest } of states.toSorted((a, b) => a.s - b.s))
          last = {
            ...last,
            ...statePayload.parse({ ...JSON.parse(JSON.stringify(rest)), at: at(0).toISOString() }),
          }
        const { at: __, ...merged } = last
        const present = Object.entries(merged).filter(([, value]) => value !== null)
        expect(await known()).toEqual({ ...NOTHING, ...Object.fromEntries(present) })
      }),
      { numRuns: 60 },
    )
  })
})
