import { describe, expect, it } from 'vitest'
import { refused } from '../test/refused.ts'
import { getApexChart, getSocData, getSocDataBare } from './charts-rows.ts'

const asked = { sn: '1001', days: '1' }

describe('rows of the last days', () => {
  it('API-05 have grid, PV and battery by default', () => {
    expect(getApexChart.query.parse(asked)).toEqual({ sn: '1001', days: 1, m2: true, m4: true, m5: true })
  })

  it.each(['m2', 'm4', 'm5'])('API-05 leave %s out when asked to', (name) => {
    expect(getApexChart.query.parse({ ...asked, [name]: '0' })).toHaveProperty(name, false)
    expect(getApexChart.query.parse({ ...asked, [name]: 'true' })).toHaveProperty(name, true)
    expect(refused(getApexChart.query, { ...asked, [name]: '2' })).toEqual({ [name]: 'unknown' })
  })

  it.each([
    ['1', 1],
    ['007', 7],
    ['366', 366],
  ])('API-05 API-06 go back %s days', (days, number) => {
    expect(getApexChart.query.parse({ ...asked, days }).days).toBe(number)
    expect(getSocData.query.parse({ ...asked, days }).days).toBe(number)
  })

  it.each([
    ['0', 'too_small'],
    ['367', 'too_big'],
    ['1.5', 'format'],
    ['-1', 'format'],
    ['1000000000', 'format'],
    ['', 'required'],
  ])('API-05 API-06 do not go back "%s" days: %s', (days, rule) => {
    expect(refused(getApexChart.query, { ...asked, days })).toEqual({ days: rule })
    expect(refused(getSocData.query, { ...asked, days })).toEqual({ days: rule })
  })

  it('API-05 ENT-03 are listed under their serial number, a day that was not measured as one', () => {
    const rows = {
      '1001': [
        { dm_time: '2026-06-08', m2: null },
        { dm_time: '2026-06-09T09:15:00+02:00', m2: -310 },
      ],
    }
    expect(getApexChart.response.parse(rows)).toEqual(rows)
    expect(getSocData.response.safeParse(rows).success).toBe(false)
  })

  it('API-06 of the state of charge are there with and without the slash at the end', () => {
    expect([getSocData.path, getSocDataBare.path]).toEqual([
      '/api/auth/get_soc_data/',
      '/api/auth/get_soc_data',
    ])
    expect(getSocDataBare.query).toBe(getSocData.query)
  })
})
