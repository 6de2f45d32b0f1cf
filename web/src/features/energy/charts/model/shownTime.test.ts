import { serialNumber } from '@kellersonne/contract/systems/systems'
import { TOTAL } from '@kellersonne/core/systems/systems'
import { describe, expect, it } from 'vitest'
import { shownTime } from './shownTime.ts'

const sn = serialNumber.parse('1001')
const at = (time: string) => Date.parse(`2026-06-09T${time}Z`)
const data = { edges: [at('00:00'), at('23:00')] }

describe('what a chart shows, to be corrected', () => {
  it('ENE-10 is its system and the begin of its day', () => {
    const from = new Date(at('00:00'))
    expect(shownTime({ data, selection: { system: sn, period: 'day' } }, null)).toEqual({
      sn,
      from,
      until: null,
    })
  })

  it('ENE-10 is the quarters of a detail, of a month too', () => {
    const [from, until] = [new Date(at('09:15')), new Date(at('11:00'))]
    const view = [at('09:14:10'), at('11:05')] as const
    for (const period of ['day', 'month'] as const)
      expect(shownTime({ data, selection: { system: TOTAL, period } }, [...view])).toEqual({
        sn: null,
        from,
        until,
      })
  })

  it('ENE-10 is no time if it is a whole month', () => {
    const nothing = { sn, from: null, until: null }
    expect(shownTime({ data, selection: { system: sn, period: 'month' } }, null)).toEqual(nothing)
  })
})
