import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PLACEHOLDER_TIME, readingPayload, type StateMessage, statePayload, storedState } from './device.ts'

const AT = '2026-06-18T09:42:10Z'
const read = (given: Partial<StateMessage>) => statePayload.safeParse({ at: AT, status: 'on', ...given })
const errorsAt = (at: string) => read({ errors: [{ code: 7, at }] }).data?.errors

describe('a reading', () => {
  const takes = (given: object) => readingPayload.safeParse({ at: AT, ...given }).success
  const energies = { pv: 0, import: 0, feed_in: 0, charge: 0, discharge: 0 }

  it.each([
    ['grid_v', 0, 500],
    ['grid_w', -100_000, 100_000],
    ['pv_w', -100_000, 100_000],
    ['battery_w', -100_000, 100_000],
    ['output_w', -100_000, 100_000],
    ['soc', 0, 100],
  ])('PRD-02 has a %s of %d to %d', (name, least, most) => {
    const taken = [least, most, null, least - 0.01, most + 0.01].map((value) => takes({ [name]: value }))
    expect(taken).toEqual([true, true, true, false, false])
  })

  it.each(Object.keys(energies))('PRD-02 counts %s from 0 to a million megawatt-hours', (name) => {
    const taken = [0, 1e12, null, -1, 1e12 + 1].map((value) =>
      takes({ energy_wh: { ...energies, [name]: value } }),
    )
    expect(taken).toEqual([true, true, true, false, false])
  })
})

describe('errors of a battery', () => {
  it.each([
    PLACEHOLDER_TIME,
    '2000-00-00 00:00:00',
    '2000-0-0T0:0:0Z',
    '2000-00-00T00:00:00Z',
    '2000-00-00T00:00:00.000+00:00',
  ])('DSH-05 an entry of %s is none, and the state is kept', (at) => {
    const errors = [
      { code: 7, at },
      { code: 8, at: AT },
    ]
    expect(read({ errors }).data).toMatchObject({ status: 'on', errors: [{ code: 8, at: new Date(AT) }] })
  })

  it('PRD-02 an instant in the year 2000 is one', () => {
    expect(errorsAt('2000-01-01T00:00:00Z')).toEqual([{ code: 7, at: new Date('2000-01-01T00:00:00Z') }])
  })

  it.each([
    '',
    '0',
    '2000-0-0',
    '2000-13-01T00:00:00Z',
    '2001-0-0 0:0:0',
    '2000-0-0 0:0:1',
    'x2000-0-0 0:0:0',
    '9999-12-31T23:59:59-14:00',
    '0001-01-01T00:00:00+14:00',
    '0000-06-01T00:00:00Z',
    '2026-06-18 09:42:10',
  ])('PRD-02 any other broken time is refused: %s', (at) => {
    expect(errorsAt(at)).toBeUndefined()
  })

  it('PRD-02 the time of a state is never a placeholder', () => {
    expect(read({ at: PLACEHOLDER_TIME }).success).toBe(false)
  })
})

describe('what a unit measures besides', () => {
  const sensor = { name: 'battery_temperature', value: 23.4, unit: '°C' }

  it('PRD-02 is kept, of one name the last', () => {
    expect(read({}).data?.sensors).toBeUndefined()
    expect(read({ sensors: [{ ...sensor, value: 20 }, sensor] }).data?.sensors).toEqual([sensor])
  })

  it.each([
    ['a name that is too long', [{ ...sensor, name: 'x'.repeat(41) }]],
    ['no name', [{ ...sensor, name: '' }]],
    ['a unit that is too long', [{ ...sensor, unit: 'x'.repeat(11) }]],
    ['no number', [{ ...sensor, value: Number.POSITIVE_INFINITY }]],
    ['more than twenty', Array.from({ length: 21 }, (_, i) => ({ ...sensor, name: `t${i}` }))],
  ])('PRD-02 is refused with %s', (_, sensors) => {
    expect(read({ sensors }).success).toBe(false)
  })
})

describe('what the maker warrants', () => {
  const ten = { years: 10, remaining_percent: 70 }

  it('HLT-29 is kept, with or without an energy', () => {
    const both = [ten, { ...ten, energy_throughput_wh: 38_400_000 }]
    expect(both.map((warranty) => read({ battery: { warranty } }).data?.battery)).toEqual(
      both.map((warranty) => ({ warranty })),
    )
  })

  it.each([
    ['no time', { ...ten, years: 0 }],
    ['more than 50 years', { ...ten, years: 50.1 }],
    ['nothing left', { ...ten, remaining_percent: 0 }],
    ['more than all', { ...ten, remaining_percent: 101 }],
    ['no energy', { ...ten, energy_throughput_wh: 0 }],
  ])('HLT-29 is refused with %s', (_, warranty) => {
    expect(read({ battery: { warranty } }).success).toBe(false)
  })
})

it('ENT-06 flags that nobody knows are kept', () => {
  expect(read({ message1: ['sm2', 'brand_new'], message2: ['relay', 'x1'] }).data).toMatchObject({
    message1: ['sm2', 'brand_new'],
    message2: ['relay', 'x1'],
  })
})

describe('a stored state', () => {
  it('PRD-02 is read back as it was accepted, whatever its times', () => {
    const two = (max: number) => fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, '0'))
    const offset = fc.oneof(
      fc.constant('Z'),
      fc.tuple(fc.constantFrom('+', '-'), two(23), two(59)).map(([sign, h, m]) => `${sign}${h}:${m}`),
    )
    const year = fc
      .oneof(fc.constantFrom(0, 1, 9999), fc.integer({ min: 0, max: 9999 }))
      .map((n) => String(n).padStart(4, '0'))
    const time = fc
      .tuple(year, fc.constantFrom('01-01T00:00:00', '12-31T23:59:59.999', '06-18T12:00:00'), offset)
      .map((parts) => `${parts[0]}-${parts[1]}${parts[2]}`)
    fc.assert(
      fc.property(time, time, (at, since) => {
        const { data } = statePayload.safeParse({ at, status: 'on', errors: [{ code: 7, at: since }] })
        fc.pre(data !== undefined)
        expect(storedState.parse(JSON.parse(JSON.stringify(data)))).toEqual(data)
      }),
    )
  })
})
