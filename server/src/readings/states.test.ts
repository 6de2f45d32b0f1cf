import { describe, expect, it } from 'vitest'
import { ago, telling } from '../../test/telling.ts'
import { calibrationsOf, statesWithin } from './states.ts'

const { db, system, state, tell } = telling()
const later = (instant: Date) => new Date(instant.getTime() + 1)

describe('the states of a system', () => {
  it('ENT-06 AUT-12 count from the instant an owner gets the system to just before they give it up', async () => {
    const [first, last] = [ago(60), ago(30)]
    await tell(state(first), state(last))
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

  it('ENT-06 AUT-12 don’t count for an owner who came after the unit was last heard, even if its clock runs ahead', async () => {
    const heard = ago(60)
    await tell({ ...state(ago(0)), heard })
    const known = async (since: Date) =>
      (await statesWithin(db(), [{ system: system().id, since, until: null }])).length
    expect([await known(heard), await known(later(heard))]).toEqual([1, 0])
  })

  it('CHT-10 show the calibrations from the first instant of a range to just before its last', async () => {
    const [low, high] = [ago(60), ago(30)]
    await tell(
      state(ago(90), { calibration_days: 3 }),
      state(low, { calibration_days: 0 }),
      state(high, { calibration_days: 30 }),
    )
    const found = async (from: Date, until: Date) =>
      (await calibrationsOf(db(), system().id, from, until)).map(({ at }) => at)
    expect([await found(ago(90), high), await found(ago(90), later(high))]).toEqual([[], [high]])
    expect([await found(low, ago(0)), await found(later(low), ago(0))]).toEqual([[high], []])
  })
})
