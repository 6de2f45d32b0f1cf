import { watts } from '@kellersonne/core/units/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overlaid, packPowers, unpackPowers } from './year.ts'

const quarter = (at: number) => new Date(at * 900_000)

describe('a packed year', () => {
  it('FCT-09 comes out as it went in, to a watt, or to a thirty-thousandth of the highest', () => {
    const power = fc.option(fc.nat(31_999).map(watts))
    fc.assert(
      fc.property(fc.array(power, { maxLength: 300 }), fc.array(fc.nat(299)), (powers, marked) => {
        const curtailed = new Set(marked.filter((i) => (powers[i] ?? null) !== null))
        expect(unpackPowers(packPowers({ powers, curtailed }))).toEqual({ powers, curtailed })
      }),
    )
    const large = { powers: [watts(900_000), watts(450), null], curtailed: new Set<number>() }
    const [one, other, none] = unpackPowers(packPowers(large)).powers
    expect(Math.abs((one ?? 0) - 900_000)).toBeLessThan(30)
    expect(Math.abs((other ?? 0) - 450)).toBeLessThan(30)
    expect(none).toBeNull()
  })

  it('FCT-09 gives way to what was read since, and loses its oldest days', () => {
    const year = [1, 2, 3, 4].map(watts)
    expect(overlaid(year, quarter(10), [watts(9), null], quarter(13), quarter(11))).toEqual([2, 3, 9, null])
    expect(overlaid(year, quarter(10), [watts(9)], quarter(16), quarter(12))).toEqual([3, 4, null, null, 9])
  })
})
