import { describe, expect, it } from 'vitest'
import { statePayload } from '../telemetry/device.ts'
import { refused, ruleAt } from '../test/refused.ts'
import { listMessages, message, toEpisode, toMessages } from './messages.ts'

const AT = '2026-06-18T09:42:10Z'
const relay = message.parse({
  ...{ sn: '1001', code: 'relay', severity: 'danger' },
  ...{ raised_at: AT, resolved_at: null, count: 2 },
})

describe('a list of messages', () => {
  const { query, response } = listMessages

  it('SHL-08 begins with the first page of all systems', () => {
    expect(query.parse({})).toEqual({ sn: -1, page: 1, states: true })
  })

  it('DSH-05 is of one system, severity or code when asked to, those that are open or the others, without mere states', () => {
    const asked = { sn: '1001', page: '2', open: 'false', severity: 'warn', states: 'false', code: 'i2' }
    expect(query.parse(asked)).toEqual({ ...asked, page: 2, open: false, states: false })
    expect(query.parse({ open: '1' })).toMatchObject({ open: true })
  })

  it.each([
    ['open', 'yes'],
    ['severity', 'bad'],
  ])('DSH-05 knows no %s=%s', (field, value) => {
    expect(refused(query, { [field]: value })).toEqual({ [field]: 'unknown' })
  })

  it('ENT-06 is of any code of 1 to 40 characters', () => {
    expect(ruleAt(query, 'code', 0)).toBe('required')
    expect(ruleAt(query, 'code', 1)).toBeUndefined()
    expect(ruleAt(query, 'code', 40)).toBeUndefined()
    expect(ruleAt(query, 'code', 41)).toBe('too_long')
  })

  it('SHL-08 has ten a page', () => {
    const pageOf = (length: number) => ({ total: 11, messages: Array.from({ length }, () => relay) })
    expect(response.safeParse(pageOf(10)).success).toBe(true)
    expect(response.safeParse(pageOf(11)).success).toBe(false)
  })
})

describe('an episode', () => {
  it('DSH-05 is read from the wire', () => {
    expect(toEpisode(relay)).toEqual({
      ...{ sn: '1001', code: 'relay', count: 2 },
      raisedAt: new Date(AT),
      resolvedAt: null,
    })
  })

  it('AUT-12 of before the owner’s time has no beginning and no count', () => {
    const wire = message.parse({ ...relay, raised_at: null, resolved_at: AT, count: null })
    expect(toEpisode(wire)).toMatchObject({ raisedAt: null, resolvedAt: new Date(AT), count: null })
  })
})

it('ENT-06 flags of both groups have no time, errors of the battery have theirs', () => {
  const state = statePayload.parse({
    ...{ at: AT, status: 'on', message1: ['sm2'], message2: ['relay', 'i2'] },
    errors: [{ code: 17, at: '2026-06-18T08:00:00Z' }],
  })
  expect(toMessages(state)).toEqual([
    { code: 'sm2', since: null },
    { code: 'relay', since: null },
    { code: 'i2', since: null },
    { code: '17', since: new Date('2026-06-18T08:00:00Z') },
  ])
})
