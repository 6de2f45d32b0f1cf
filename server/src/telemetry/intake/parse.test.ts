import { serialNumber } from '@kellersonne/contract/systems/systems'
import { describe, expect, it } from 'vitest'
import type { UpTopic } from '../../platform/broker/topics.ts'
import { itemsOf } from './parse.ts'

const now = new Date('2026-06-18T09:45:00Z')
const at = '2026-06-18T09:42:10Z'
const sn = serialNumber.parse('1001')
const of = (topic: UpTopic | null, payload: unknown) => {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
  return itemsOf({ system: 7, sn, topic, payload: Buffer.from(text) }, now)
}
const reasons = (topic: UpTopic | null, payload: unknown) =>
  of(topic, payload).map((item) => (item.kind === 'refusal' ? item.reason : item.kind))

/** Versions that are none. */
const faultyMap = (entries: number) =>
  Object.fromEntries(Array.from({ length: entries }, (_, i) => [`c${i}`, 5]))

describe('what a unit says', () => {
  it('PRD-07 keeps the signs: feeding in and charging are below zero', () => {
    const [item] = of('reading', { at, grid_w: -1210, pv_w: 4820, battery_w: -2960 })
    expect(item).toMatchObject({
      kind: 'reading',
      system: 7,
      receivedAt: now,
      reading: { at: new Date(at), grid: -1210, pv: 4820, battery: -2960, soc: undefined },
    })
  })

  it.each([
    ['no JSON', '{"at":', 'not_json'],
    ['NaN', `{"at":"${at}","grid_w":NaN}`, 'not_json'],
    ['nothing', '', 'not_json'],
    ['1e309', `{"at":"${at}","grid_w":1e309}`, 'malformed'],
    ['a text for a power', { at, grid_w: '5' }, 'malformed'],
    ['no time', { grid_w: 5 }, 'malformed'],
    ['a time without a zone', { at: '2026-06-18T09:42:10' }, 'malformed'],
    ['null', 'null', 'malformed'],
    ['brackets nine deep', `{"at":"${at}","a":${'['.repeat(8)}${']'.repeat(8)}}`, 'malformed'],
    ['brackets 20 000 deep', `{"at":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 'malformed'],
    ['more values than a backlog has', `{"at":"${at}","a":[${'1,'.repeat(5000)}1]}`, 'too_many'],
    ['more than 100 kW', { at, grid_w: -100_000.1 }, 'out_of_range'],
    ['more than full', { at, soc: 100.1 }, 'out_of_range'],
    ['a voltage below zero', { at, grid_v: -0.1 }, 'out_of_range'],
    ['eleven minutes ahead', { at: '2026-06-18T09:56:00Z' }, 'time_ahead'],
    ['401 days back', { at: '2025-05-13T09:42:10Z' }, 'time_past'],
    ['a foreign serial number', { at, sn: '1002' }, 'foreign_sn'],
    ['a foreign serial number as a number', { at, sn: 1002 }, 'foreign_sn'],
    ['a backlog that is too long', Array.from({ length: 101 }, () => ({ at })), 'too_many'],
  ])('PRD-02 refuses a reading with %s', (_, payload, reason) => {
    expect(reasons('reading', payload)).toEqual([reason])
  })

  it.each([
    ['reading', { at, energy_wh: { pv: -1 } }, 'out_of_range', 'energy_wh.pv', 0],
    ['reading', { at, grid_w: -100_000.1 }, 'out_of_range', 'grid_w', -100_000],
    ['reading', { at, soc: 100.1 }, 'out_of_range', 'soc', 100],
    ['reading', { at, grid_w: '5' }, 'malformed', 'grid_w', null],
    ['reading', { at: '2026-06-18T09:42:10' }, 'malformed', 'at', null],
    ['reading', { at: '2026-06-18T09:56:00Z' }, 'time_ahead', 'at', null],
    ['reading', { at, sn: 1002 }, 'foreign_sn', 'sn', null],
    ['reading', [5], 'malformed', null, null],
    ['reading', Array.from({ length: 101 }, () => ({ at })), 'too_many', null, 100],
    [
      'state',
      { at, status: 'on', versions: { ['\0'.repeat(41)]: '1' } },
      'malformed',
      `versions.${'\uFFFD'.repeat(41)}`,
      null,
    ],
    ['state', { at, status: 'on', errors: [{ code: 1, at }, { code: 1 }] }, 'malformed', 'errors.1.at', null],
    ['state', { at, status: 'on', versions: faultyMap(21) }, 'out_of_range', 'versions', 20],
    ['state', { at, status: 'on', versions: faultyMap(20) }, 'malformed', 'versions.c0', null],
    ['state', { at, status: 'on', message2: Array(51).fill(5) }, 'out_of_range', 'message2', 50],
    ['state', { at, status: 'on', sensors: Array(21).fill(5) }, 'out_of_range', 'sensors', 20],
    ['outcome', { id: 'a', outcome: 'perhaps' }, 'malformed', 'outcome', null],
    ['online', { online: 1 }, 'malformed', 'online', null],
  ] as const)(
    'HND-09 says of a refused %s %o that it is %s, where, and what would be allowed',
    (topic, payload, ...why) => {
      const [item] = of(topic, payload)
      expect(item?.kind === 'refusal' && [item.reason, item.field, item.limit]).toEqual(why)
    },
  )

  it('PRD-02 stores the good ones of a backlog and refuses the bad, each with its content', () => {
    const items = of('reading', [
      { at, soc: 50 },
      { at, soc: 500 },
      'x',
      { at: '2026-06-18T09:42:20Z', sn: 1001 },
    ])
    expect(items).toMatchObject([
      { kind: 'reading', reading: { soc: 50 } },
      { kind: 'refusal', reason: 'out_of_range', payload: JSON.stringify({ at, soc: 500 }) },
      { kind: 'refusal', reason: 'malformed', payload: '"x"' },
      { kind: 'reading', reading: { at: new Date('2026-06-18T09:42:20Z') } },
    ])
  })

  it.each([
    ['an unknown status', { at, status: 'asleep' }, 'malformed'],
    ['a time ahead', { at: '2026-06-18T10:42:10Z', status: 'on' }, 'time_ahead'],
    ['a foreign serial number', { at, status: 'on', sn: 'ABC' }, 'foreign_sn'],
    ['an array', [{ at, status: 'on' }], 'malformed'],
  ])('PRD-02 refuses a state with %s', (_, payload, reason) => {
    expect(reasons('state', payload)).toEqual([reason])
  })

  it.each(['__proto__', '\\u005f_proto__', 'constructor', 'toString'])(
    'PRD-02 takes the name %s like any other, wherever it stands',
    (name) => {
      const [reading] = of('reading', `{"at":"${at}","grid_w":1,"${name}":{"grid_w":5,"pv_w":5}}`)
      expect(reading).toMatchObject({ kind: 'reading', reading: { grid: 1, pv: undefined } })
      const sent = `{"at":"${at}","status":"on","message1":["${name}"],"versions":{"${name}":"1"},"${name}":{"limit":5}}`
      const [state] = of('state', sent)
      expect(state).toMatchObject({
        kind: 'state',
        state: { status: 'on', message1: [JSON.parse(`"${name}"`)] },
      })
      expect(Object.getPrototypeOf({})).toBe(Object.prototype)
    },
  )

  it('takes states, presence and outcomes', () => {
    expect(reasons('state', { at, status: 'on' })).toEqual(['state'])
    expect(of('online', { online: false })).toMatchObject([{ kind: 'presence', online: false }])
    expect(reasons('outcome', { id: 'a', outcome: 'done' })).toEqual(['outcome'])
    expect(reasons('outcome', { id: 'a', outcome: 'perhaps' })).toEqual(['malformed'])
    expect(reasons('online', { online: 1 })).toEqual(['malformed'])
    expect(reasons(null, '')).toEqual(['too_large'])
  })

  it('keeps the start of what it refuses, without what a database cannot hold', () => {
    const [item] = of('reading', `\0${'x'.repeat(600)}`)
    expect(item).toMatchObject({ kind: 'refusal', payload: `\uFFFD${'x'.repeat(499)}` })
  })
})
