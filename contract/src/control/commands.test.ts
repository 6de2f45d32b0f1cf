import { describe, expect, it } from 'vitest'
import { refused, ruleOf } from '../test/refused.ts'
import { command, listCommands, sendCommand, toCommand } from './commands.ts'

const ID = '0197a6f2-5c1e-7d3a-9b1e-2f4c6a8b0d1e'
const [ASKED, ACCEPTED, DEADLINE, ENDED] = [
  '2026-11-21T10:00:00.000Z',
  '2026-11-21T10:00:01.000Z',
  '2026-11-21T10:01:00.000Z',
  '2026-11-21T10:00:20.000Z',
]
const asked = {
  ...{ id: ID, sn: '1001', command: 'standby', value: null, by: 'anna@example.org', reason: null },
  ...{ asked_at: ASKED, accepted_at: null, deadline: null, ended_at: null, outcomes: [] },
}
const read = (given: Partial<Record<keyof typeof asked | 'state', unknown>>) =>
  toCommand(command.parse({ ...asked, ...given }))

describe('a command', () => {
  it('API-07 is read with all that its unit reported', () => {
    const outcomes = [
      { outcome: 'accepted', reason: null, at: ACCEPTED },
      { outcome: 'refused', reason: 'stopped', at: ENDED },
    ]
    expect(read({ state: 'refused', ended_at: ENDED, value: 5, outcomes })).toMatchObject({
      ...{ id: ID, sn: '1001', name: 'standby', value: 5, by: 'anna@example.org' },
      askedAt: new Date(ASKED),
      outcomes: [
        { outcome: 'accepted', reason: null, at: new Date(ACCEPTED) },
        { outcome: 'refused', reason: 'stopped', at: new Date(ENDED) },
      ],
    })
  })

  const [acceptedAt, deadline, endedAt] = [new Date(ACCEPTED), new Date(DEADLINE), new Date(ENDED)]
  it.each([
    [{ state: 'waiting', deadline: DEADLINE }, { deadline }],
    [
      { state: 'accepted', accepted_at: ACCEPTED, deadline: DEADLINE },
      { acceptedAt, deadline },
    ],
    [
      { state: 'done', accepted_at: ACCEPTED, ended_at: ENDED },
      { acceptedAt, endedAt },
    ],
    [
      { state: 'timed_out', ended_at: ENDED },
      { acceptedAt: null, endedAt },
    ],
    [
      { state: 'refused', ended_at: ENDED, reason: 'not_on' },
      { acceptedAt: null, endedAt, reason: 'not_on' },
    ],
  ])('DSH-10 reads as %j', (wire, progress) => {
    expect(read(wire).progress).toEqual({ state: wire.state, ...progress })
  })

  const askedAt = new Date(ASKED)
  it.each([
    [{ state: 'waiting' }, { deadline: askedAt }],
    [{ state: 'done' }, { acceptedAt: null, endedAt: askedAt }],
    [{ state: 'accepted' }, { acceptedAt: askedAt, deadline: askedAt }],
    [
      { state: 'accepted', deadline: DEADLINE },
      { acceptedAt: deadline, deadline },
    ],
  ])('API-07 that lacks the time its state %j has goes by another one', (wire, progress) => {
    expect(read(wire).progress).toEqual({ state: wire.state, ...progress })
  })
})

describe('giving a command', () => {
  const form = { sn: '1001', command: 'standby' }

  it('API-07 needs no value', () => {
    expect(sendCommand.form.parse(form)).toEqual(form)
  })

  it.each([
    ['0', 0],
    ['-100000', -100_000],
    ['100000.000000', 100_000],
    ['12.5', 12.5],
  ])('API-07 takes the value %s', (value, number) => {
    expect(sendCommand.form.parse({ ...form, value })).toEqual({ ...form, value: number })
  })

  it.each([
    ['100000.000001', 'too_big'],
    ['-100001', 'too_small'],
    ['1e3', 'format'],
    ['1,5', 'format'],
    ['.5', 'format'],
    ['1.', 'format'],
    ['0.1234567', 'format'],
    ['1000000000', 'format'],
  ])('API-07 refuses the value %s as %s', (value, rule) => {
    expect(ruleOf(sendCommand.form, 'value', value)).toBe(rule)
  })

  it('API-07 refuses one that no unit knows', () => {
    expect(refused(sendCommand.form, { ...form, command: 'explode' })).toEqual({ command: 'unknown' })
  })
})

it('API-12 commands are listed ten a page', () => {
  const pageOf = (length: number) => ({
    total: 11,
    commands: Array.from({ length }, () => ({ ...asked, state: 'waiting' })),
  })
  expect(listCommands.response.safeParse(pageOf(10)).success).toBe(true)
  expect(listCommands.response.safeParse(pageOf(11)).success).toBe(false)
})
