import { QUARTER_MS } from '@kellersonne/core/time/days'
import { describe, expect, it } from 'vitest'
import { expectProblem } from '../../../test/api.ts'
import { HOUR_MS, OTHER, SN, setUpCharts } from '../../../test/set-up/charts.ts'

const { api, measure, ask } = setUpCharts()

describe('rows', () => {
  it('API-05 ENT-03 has a row a quarter that was measured, and one of nothing for a day that was not', async () => {
    const noon = new Date(Math.floor(api().now().getTime() / QUARTER_MS) * QUARTER_MS - 2 * HOUR_MS)
    await measure(1, noon.getTime(), 2, 2)
    const rows = (await ask('/api/auth/apex_chart/', { sn: OTHER, days: '3', m4: '0' })).json()[OTHER]
    const measured = rows.filter(({ m2 }: { m2: number | null }) => m2 !== null)
    expect(measured).toHaveLength(2)
    expect(measured[0]).toMatchObject({ m2: -200, m5: -800 })
    expect(measured[0]).not.toHaveProperty('m4')
    expect(new Date(measured[0].dm_time)).toEqual(noon)
    expect(measured[0].dm_time).toMatch(/T..:..:..\+0[12]:00$/)
    const missing = rows.filter(({ m2 }: { m2: number | null }) => m2 === null)
    for (const row of missing)
      expect(row).toEqual({ dm_time: expect.stringMatching(/^....-..-..$/), m2: null, m5: null })
    expect(missing.length).toBeGreaterThanOrEqual(1)
  })

  it('API-05 API-06 rounds powers to watts and the state of charge to tenths', async () => {
    await measure(1, Math.floor(api().now().getTime() / QUARTER_MS) * QUARTER_MS - HOUR_MS, 1, 1.00617)
    const powers = (await ask('/api/auth/apex_chart/', { sn: OTHER, days: '2' })).json()[OTHER]
    const charge = (await ask('/api/auth/get_soc_data/', { sn: OTHER, days: '2' })).json()[OTHER]
    const rounded = powers.filter(({ m2 }: { m2: number | null }) => m2 === -101)
    expect(rounded).toEqual([expect.objectContaining({ m2: -101, m4: 1006, m5: -402 })])
    for (const { m6 } of charge) expect(m6 === null ? null : Math.round(m6 * 10) / 10).toBe(m6)
  })

  it('API-06 the state of charge is returned with and without the slash at the end', async () => {
    const query = { sn: OTHER, days: '2' }
    const answer = await ask('/api/auth/get_soc_data/', query)
    expect(answer.json()[OTHER].at(-1)).toHaveProperty('m6')
    expect((await ask('/api/auth/get_soc_data', query)).body).toBe(answer.body)
  })

  it.each([
    ['0', 'too_small'],
    ['100000', 'too_big'],
    ['-1', 'format'],
    ['all', 'format'],
  ])('API-05 API-06 refuses days=%s', async (days, rule) => {
    for (const path of ['/api/auth/apex_chart/', '/api/auth/get_soc_data']) {
      const answer = await ask(path, { sn: SN, days })
      expectProblem(answer, 400, 'input_invalid')
      expect(answer.json().errors).toEqual({ days: rule })
      expectProblem(await ask(path, { sn: '-1', days: '1' }), 400, 'input_invalid')
    }
  })
})
