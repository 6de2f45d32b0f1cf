import { balance, type QuarterEnergies } from '@kellersonne/core/energy/balance'
import { serialNumber } from '@kellersonne/core/systems/systems'
import { known } from '@kellersonne/core/units/units'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromBalance, toBalance, todayBalance } from './balance.ts'

const energy = fc.option(fc.nat(20_000), { nil: null }).map((value) => known<never>(value))
const quarter: fc.Arbitrary<QuarterEnergies> = fc.record({
  pv: energy,
  import: energy,
  feedIn: energy,
  charge: energy,
  discharge: energy,
  house: energy,
})

it('DSH-08 DSH-11 what core says of a day survives the wire, whatever was measured', () => {
  const sn = serialNumber('1001')
  const context = { from: new Date(0), now: new Date(900_000), without: sn === null ? [] : [sn] }
  fc.assert(
    fc.property(fc.array(quarter), fc.array(quarter), (today, before) => {
      const day = balance(today, before)
      const wire = todayBalance.parse(JSON.parse(JSON.stringify(fromBalance(day, context))))
      expect(toBalance(wire)).toEqual({
        ...day,
        from: context.from,
        at: context.now,
        without: context.without,
      })
    }),
  )
})
