import { describe, expect, it } from 'vitest'
import { ago, setUpTelemetry } from '../../../test/set-up/telemetry.ts'
import { calibrationsOf, statesAfter, statesWithin } from './states.ts'
import { statesAround } from './states-around.ts'

const { db, system, newSystem, state, report } = setUpTelemetry()
const later = (instant: Date) => new Date(instant.getTime() + 1)

describe('the states of a system', () => {
  it('ENT-06 AUT-12 count from the instant an owner gets the system to just before they give it up', async () => {
    const [first, last, other] = [ago(60), ago(30), await newSystem()]
    await report(state(first), state(last))
    await report(...[ago(70), ago(45), ago(20)].map((at) => ({ ...state(at), system: other.id })))
    const within = async (since: Date, until: Date | null) =>
      (await statesWithin(db(), [{ system: system().id, since, until }])).map((span) => [
        span.first,
        span.last,
      ])
    expect(await within(first, null)).toEqual([[first, last]])
    expect(await within(later(first), null)).toEqual([[last, last]])
    expect(await within(first, last)).toEqual([[first, first]])
    expect(await within(first, later(last))).toEqual([[first, last]])
    expect(await within(first, first)).toEqual([])
    expect(await within(later(last), null)).toEqual([])
  })

  it('ENT-06 AUT-12 don’t count for an owner who came after the unit was last seen, even if its clock runs ahead', async () => {
    const receivedAt = ago(60)
    await report({ ...state(ago(0)), receivedAt })
    const known = async (since: Date) =>
      (await statesWithin(db(), [{ system: system().id, since, until: null }])).length
    expect([await known(receivedAt), await known(later(receivedAt))]).toEqual([1, 0])
  })

  it('ENT-06 are given with the one before and the one after, in the order of systems and time', async () => {
    const other = await newSystem()
    const own = [90, 60, 30, 0].map((seconds) => state(ago(seconds)))
    const others = [61, 60, 59].map((seconds) => ({ ...state(ago(seconds)), system: other.id }))
    await report(...own, ...others)
    const around = await statesAround(db(), [
      { system: other.id, at: ago(59) },
      { system: system().id, at: ago(60) },
    ])
    const beside = [
      [system().id, ago(90), false],
      [system().id, ago(60), true],
      [system().id, ago(30), false],
      [other.id, ago(60), false],
      [other.id, ago(59), true],
    ]
    expect(around.map((one) => [one.list, one.system, one.payload.at, one.fresh])).toEqual(
      ['message1', 'message2', 'errors'].flatMap((list) => beside.map((one) => [list, ...one])),
    )
  })

  it('ENT-06 are given, list by list, with those that hold the same list', async () => {
    const little = (seconds: number, lists: object) =>
      state(ago(seconds), { message1: undefined, message2: undefined, errors: undefined, ...lists })
    await report(little(90, { message1: [] }), little(80, {}), little(70, { message1: [], errors: null }))
    await report(little(60, {}), little(50, { errors: [] }), little(40, { message2: [] }))
    const around = await statesAround(
      db(),
      [80, 70, 40].map((seconds) => ({ system: system().id, at: ago(seconds) })),
    )
    expect(around.map((one) => [one.list, one.payload.at, one.fresh])).toEqual([
      ['message1', ago(90), false],
      ['message1', ago(70), true],
      ['message2', ago(40), true],
      ['errors', ago(70), true],
      ['errors', ago(50), false],
    ])
  })

  it('ENT-06 AUT-12 count for a new owner once each list was reported that had been reported before', async () => {
    const little = (seconds: number, lists: object) =>
      state(ago(seconds), { message1: undefined, message2: undefined, errors: undefined, ...lists })
    await report(little(90, { message1: [], message2: [] }))
    const first = async () =>
      (await statesWithin(db(), [{ system: system().id, since: ago(85), until: null }])).map(
        (one) => one.first,
      )
    expect(await first()).toEqual([])
    await report(little(80, { message1: [] }))
    expect(await first()).toEqual([null])
    await report(little(60, { errors: [] }), little(70, { message2: [] }))
    expect(await first()).toEqual([ago(70)])
  })

  it('ENT-06 follow after an instant, the oldest first, so many of one system', async () => {
    const other = await newSystem()
    await report(...[60, 50, 30].map((seconds) => state(ago(seconds))), {
      ...state(ago(40)),
      system: other.id,
    })
    const following = async (seconds: number, limit: number) =>
      (await statesAfter(db(), system().id, ago(seconds).toISOString(), limit)).map(({ at }) => at)
    expect([await following(60, 2), await following(61, 1)]).toEqual([[ago(50), ago(30)], [ago(60)]])
  })

  it('CHT-10 show the calibrations from the first instant of a range to just before its last', async () => {
    const [low, high] = [ago(60), ago(30)]
    await report(
      state(ago(90), { calibration_days: 3 }),
      state(low, { calibration_days: 0 }),
      state(high, { calibration_days: 30 }),
    )
    const found = async (from: Date, until: Date) =>
      (await calibrationsOf(db(), system().id, from, until, 10)).map(({ at }) => at)
    expect([await found(ago(90), high), await found(ago(90), later(high))]).toEqual([[], [high]])
    expect([await found(low, ago(0)), await found(later(low), ago(0))]).toEqual([[high], []])
  })

  it('CHT-10 show a calibration where the days to the next have gone up, in one system, though some states hold none, the first so many', async () => {
    const days = [[90, 2], [80], [70, 30], [60, 30], [50, 29], [40, 31]] as const
    const other = { ...state(ago(65), { calibration_days: 1 }), system: (await newSystem()).id }
    const reported = days.map(([seconds, left]) =>
      state(ago(seconds), left === undefined ? {} : { calibration_days: left }),
    )
    await report(...reported, other)
    const found = async (limit: number) =>
      (await calibrationsOf(db(), system().id, ago(100), ago(0), limit)).map(({ at }) => at)
    expect(await found(10)).toEqual([ago(70), ago(40)])
    expect(await found(1)).toEqual([ago(70)])
  })
})
