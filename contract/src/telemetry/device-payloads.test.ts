import { describe, expect, it } from 'vitest'
import { serialNumber } from '../systems/systems.ts'
import {
  MAX_PACKET_BYTES,
  outcomePayload,
  readingMessage,
  readingPayload,
  statePayload,
  storedState,
  topics,
  toReading,
} from './device.ts'

const AT = '2026-06-18T09:42:10Z'
const sn = serialNumber.parse('1001')
const takes = {
  reading: (given: object) => readingPayload.safeParse({ at: AT, ...given }).success,
  state: (given: object) => statePayload.safeParse({ at: AT, status: 'on', ...given }).success,
  outcome: (given: object) => outcomePayload.safeParse({ id: 'a', outcome: 'done', ...given }).success,
}
const times = (count: number) => Array.from({ length: count }, (_, i) => `x${i}`)

describe('a text', () => {
  it('ENT-06 is one line without control characters, and no reason to refuse what it names', () => {
    const [garbled, plain] = ['E1\r\n\u202E\0\ud800', 'E1  \uFFFD\uFFFD\uFFFD']
    const state = {
      ...{ at: AT, status: 'on', battery_status: garbled, message1: [garbled], message2: [garbled] },
      ...{ versions: { [garbled]: garbled }, sensors: [{ name: garbled, value: 1, unit: garbled }] },
    }
    expect(statePayload.parse(state)).toMatchObject({
      ...{ battery_status: plain, message1: [plain], message2: [plain], versions: { [plain]: plain } },
      sensors: [{ name: plain, value: 1, unit: plain }],
    })
    expect(outcomePayload.parse({ id: 'a', outcome: 'done', reason: garbled }).reason).toBe(plain)
  })
})

describe('a reading', () => {
  it('PRD-02 PRD-07 is a measure a field, and a counter a field of energy_wh', () => {
    const given = {
      ...{ at: '2026-06-18T11:42:10+02:00', sn: '1001', grid_v: 233.6, grid_w: -1210, pv_w: 4820 },
      ...{ battery_w: -2960, soc: 64, output_w: 650 },
      energy_wh: { pv: 1, import: 2, feed_in: 3, charge: 4, discharge: 5 },
    }
    expect(toReading(readingPayload.parse(given))).toEqual({
      at: new Date(AT),
      ...{ gridVoltage: 233.6, grid: -1210, pv: 4820, battery: -2960, soc: 64, output: 650 },
      counters: { pv: 1, import: 2, feedIn: 3, charge: 4, discharge: 5 },
    })
  })

  it('PRD-02 says what it does not know, and nothing of what it leaves out', () => {
    expect(toReading(readingPayload.parse({ at: AT, grid_w: null, energy_wh: { pv: 0 } }))).toStrictEqual({
      at: new Date(AT),
      grid: null,
      ...{ gridVoltage: undefined, pv: undefined, battery: undefined, soc: undefined, output: undefined },
      counters: { pv: 0, import: null, feedIn: null, charge: null, discharge: null },
    })
  })

  it('PRD-01 may repeat the serial number, as a number too', () => {
    expect(readingPayload.parse({ at: AT, sn: 1001 }).sn).toBe('1001')
    expect(takes.reading({ sn: 'A1' })).toBe(false)
  })

  it.each([
    ['grid_v', 0, 500],
    ['grid_w', -100_000, 100_000],
    ['pv_w', -100_000, 100_000],
    ['battery_w', -100_000, 100_000],
    ['output_w', -100_000, 100_000],
    ['soc', 0, 100],
  ])('PRD-02 has %s from %d to %d', (field, min, max) => {
    const taken = [min - 0.1, min, max, max + 0.1].map((value) => takes.reading({ [field]: value }))
    expect(taken).toEqual([false, true, true, false])
  })

  it.each(['2026-06-18T09:42:10', '2026-06-18', '2026-06-18T09:42:10+0200', 0])(
    'PRD-02 is not taken with the time %s',
    (at) => {
      expect(takes.reading({ at })).toBe(false)
    },
  )

  it('PRD-02 is one, or a backlog of at most 100', () => {
    const backlog = (length: number) => Array.from({ length }, () => ({ at: AT }))
    expect(readingMessage.safeParse(backlog(100)).success).toBe(true)
    expect(readingMessage.safeParse(backlog(101)).success).toBe(false)
  })

  it('PRD-02 comes in a packet of at most 64 KiB', () => {
    expect(MAX_PACKET_BYTES).toBe(65_536)
  })
})

describe('a state', () => {
  it('ENT-07 DSH-02 PRD-02 says nothing of what it leaves out, and takes back what is null', () => {
    const little = { at: new Date(AT), status: 'standby' }
    expect(statePayload.parse({ at: AT, status: 'standby' })).toStrictEqual(little)
    const { at: _, status: __, sn: ___, ...rest } = statePayload.shape
    const nulls = Object.fromEntries(Object.keys(rest).map((field) => [field, null]))
    expect(statePayload.parse({ ...nulls, at: AT, status: 'standby' })).toStrictEqual({ ...nulls, ...little })
    expect(takes.state({ status: null })).toBe(false)
  })

  it.each([
    ['calibration_days', 0, 10_000],
    ['capacity_wh', 0, 1_000_000_000_000],
  ])('PRD-02 has %s from %d to %d', (field, min, max) => {
    const taken = [min - 1, min, max, max + 1].map((value) => takes.state({ [field]: value }))
    expect(taken).toEqual([false, true, true, false])
  })

  it('PRD-02 has a battery status of at most 40 characters', () => {
    expect(takes.state({ battery_status: 'x'.repeat(40) })).toBe(true)
    expect(takes.state({ battery_status: 'x'.repeat(41) })).toBe(false)
  })

  it.each(['message1', 'message2'])('ENT-06 has at most 50 flags in %s', (field) => {
    expect(takes.state({ [field]: times(50) })).toBe(true)
    expect(takes.state({ [field]: times(51) })).toBe(false)
  })

  it.each(['message1', 'message2'])('ENT-06 has flags of 1 to 40 characters in %s', (field) => {
    const taken = [0, 1, 40, 41].map((length) => takes.state({ [field]: ['x'.repeat(length)] }))
    expect(taken).toEqual([false, true, true, false])
  })

  it('DSH-02 has at most 50 errors, of codes from 0 to 1e9', () => {
    const errors = (length: number) => Array.from({ length }, (_, code) => ({ code, at: AT }))
    expect([50, 51].map((count) => takes.state({ errors: errors(count) }))).toEqual([true, false])
    const codes = [-1, 0, 1_000_000_000, 1_000_000_001, 0.5]
    const taken = codes.map((code) => takes.state({ errors: [{ code, at: AT }] }))
    expect(taken).toEqual([false, true, true, false, false])
  })

  it('PRD-02 has at most 20 sensors, their units of at most 10 characters', () => {
    const sensors = (length: number) => times(length).map((name) => ({ name, value: 1, unit: '°C' }))
    expect([20, 21].map((count) => takes.state({ sensors: sensors(count) }))).toEqual([true, false])
    const inUnit = (unit: string) => takes.state({ sensors: [{ name: 'x', value: 1, unit }] })
    expect([0, 10, 11].map((length) => inUnit('x'.repeat(length)))).toEqual([true, true, false])
  })

  it('UPD-02 has versions by chip', () => {
    expect(takes.state({ versions: { bms: '2.1.0' } })).toBe(true)
    expect(takes.state({ versions: { bms: '' } })).toBe(false)
  })

  it('UPD-02 F8 has at most 20 versions; what was stored before may have more', () => {
    const versions = (length: number) => Object.fromEntries(times(length).map((name) => [name, '1.0.0']))
    expect([20, 21].map((count) => takes.state({ versions: versions(count) }))).toEqual([true, false])
    const stored = { at: AT, status: 'on', versions: versions(1000) }
    expect(storedState.parse(stored).versions).toEqual(stored.versions)
  })
})

describe('an outcome', () => {
  it.each([
    ['id', 64],
    ['reason', 200],
  ])('API-07 has %s of at most %i characters', (field, most) => {
    expect(takes.outcome({ [field]: 'x'.repeat(most) })).toBe(true)
    expect(takes.outcome({ [field]: 'x'.repeat(most + 1) })).toBe(false)
  })
})

it.each([
  ['reading', 'storage/1001/reading'],
  ['state', 'storage/1001/state'],
  ['online', 'storage/1001/online'],
  ['outcome', 'storage/1001/command/outcome'],
  ['command', 'storage/1001/command'],
] as const)('HND-01 %s has the topic %s', (name, topic) => {
  expect(topics[name].of(sn)).toBe(topic)
})
