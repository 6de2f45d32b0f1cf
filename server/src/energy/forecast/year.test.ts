import { watts } from '@kellersonne/core/units/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overlaid, packPowers, unpackCourse, unpackPowers } from './year.ts'

const quarter = (at: number) => new Date(at * 900_000)

describe('a packed year', () => {
  it('FCT-09 comes out as it went in, to a hundredth or a watt, and the same when it is packed again', () => {
    const power = fc.option(fc.oneof(fc.nat(400), fc.nat(900_000)).map(watts))
    fc.assert(
      fc.property(fc.array(power, { maxLength: 300 }), fc.array(fc.nat(299)), (powers, marked) => {
        const curtailed = new Set(marked.filter((i) => (powers[i] ?? null) !== null))
        const found = unpackPowers(packPowers({ powers, curtailed }))
        expect(found.curtailed).toEqual(curtailed)
        expect(found.powers.map((one) => one === null)).toEqual(powers.map((one) => one === null))
        for (const [i, one] of powers.entries())
          expect(Math.abs((found.powers[i] ?? 0) - (one ?? 0))).toBeLessThanOrEqual(1 + (one ?? 0) / 99)
        const packed = packPowers({ powers, curtailed })
        expect(packPowers(found)).toEqual(packed)
        const course = unpackCourse(packed)
        expect(course.curtailed).toEqual(curtailed)
        expect([...course.power]).toEqual(found.powers.map((one) => one ?? Number.NaN))
      }),
    )
  })

  it('FCT-09 gives way to what was read since, and loses its oldest days', () => {
    const year = [1, 2, 3, 4].map(watts)
    expect(overlaid(year, quarter(10), [watts(9), null], quarter(13), quarter(11))).toEqual([2, 3, 9, null])
    expect(overlaid(year, quarter(10), [watts(9)], quarter(16), quarter(12))).toEqual([3, 4, null, null, 9])
  })
})
