import { graph, valuesOf } from '@kellersonne/contract/energy/charts'
import {
  correction,
  correctionPreview,
  listCorrections,
  MAX_CORRECTIONS,
} from '@kellersonne/contract/energy/corrections'
import { getEvents } from '@kellersonne/contract/energy/events'
import { wattHours, watts } from '@kellersonne/core/units/units'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectProblem } from '../../../test/api.ts'
import { FOREIGN, SN, setUpCharts } from '../../../test/set-up/charts.ts'
import { storeBatch } from '../../app/roles/store-batch.ts'

const PV_ONLY = { gridVoltage: null, grid: null, pv: watts(1000), battery: null, soc: null, output: null }
const { api, systems, seal, ask, post } = setUpCharts()

const day = { interval: 'Day', resolution: 'hour', from_date: '2026-05-10', series: 'm4,energies' }
const graphOf = async (more: Record<string, string> = {}) =>
  graph.parse((await ask('/api/auth/graph/', { sn: SN, ...day, ...more })).json())
/** The PV energies of the day's hours that are known, by hour in UTC. */
async function hours(): Promise<Record<number, number>> {
  const { energies, steps } = await graphOf({ method: 'sum' })
  const start = new Date(steps[0]?.from ?? '').getTime()
  const values = valuesOf(energies?.pv ?? { per: 1, deltas: [] })
  return Object.fromEntries(
    values.flatMap((value, i) =>
      value === null ? [] : [[new Date(start + i * 3_600_000).getUTCHours(), value]],
    ),
  )
}
const at = (time: string) => `2026-05-10T${time}:00.000Z`
const wrong = (from: string, until: string, more = {}) => ({
  ...{ sn: SN, kind: 'implausible', from: at(from), until: at(until) },
  ...more,
})
const shown = (time: string, values: { before?: string; after?: string }) => ({
  ...{ sn: SN, kind: 'value', counter: 'pv', from: at(time) },
  ...values,
})
const without = (field: string, form: Record<string, string>) =>
  Object.fromEntries(Object.entries(form).filter(([name]) => name !== field))
const make = async (form: Record<string, string>) =>
  correction.parse((await post('/api/auth/correction/', form)).json())
const undo = (id: string) => post(`/api/auth/correction/${id}/undo/`, {})
const listed = async () =>
  listCorrections.response.parse((await ask('/api/auth/corrections/', { sn: SN })).json()).corrections

beforeAll(async () => {
  const [system = 0] = systems()
  const none = wattHours(0)
  const items = Array.from({ length: 61 }, (_, i) => {
    // 1 kW from 8 to 13 o'clock UTC; at 10:30 a new meter that begins at 5 Wh.
    const minute = i * 5
    const pv = wattHours(minute < 150 ? 7000 + (minute * 1000) / 60 : 5 + ((minute - 150) * 1000) / 60)
    const counters = { pv, import: none, feedIn: none, charge: none, discharge: none }
    const time = new Date(Date.parse(at('08:00')) + minute * 60_000)
    return {
      kind: 'reading' as const,
      ...{ system, receivedAt: api().now() },
      reading: { ...PV_ONLY, at: time, counters },
    }
  })
  await storeBatch(api().db, items)
  await seal()
})
beforeEach(async () => {
  await api().db.run('delete from correction')
})

const MEASURED = { 8: 1000, 9: 1000, 10: 917, 11: 1000, 12: 1000, 13: 0 }

describe('a correction', () => {
  it('ENE-06 takes quarters out of sealed days, and gives them back once it is undone', async () => {
    expect(await hours()).toEqual(MEASURED)
    const { id } = await make(wrong('09:00', '10:00'))
    expect(await hours()).toEqual({ 8: 1000, 10: 917, 11: 1000, 12: 1000, 13: 0 })
    await undo(id)
    expect(await hours()).toEqual(MEASURED)
  })

  it('ENE-06 hides powers only if everything is implausible, and says why there are none', async () => {
    const powers = async () => {
      const { series, gaps } = await graphOf()
      const values = valuesOf(series.m4?.values ?? { per: 1, deltas: [] })
      return { known: values.filter((value) => value !== null), reasons: gaps.map(({ reason }) => reason) }
    }
    expect((await powers()).known).toEqual(Array.from({ length: 6 }, () => 1000))
    await make(wrong('09:00', '10:00', { counter: 'pv' }))
    const { known, reasons } = await powers()
    expect([known.length, reasons.includes('implausible')]).toEqual([6, false])
    await make(wrong('09:00', '10:00'))
    expect((await powers()).known).toHaveLength(5)
    expect((await graphOf()).gaps).toContainEqual({
      ...{ sn: SN, reason: 'implausible' },
      ...{ from: at('09:00'), until: at('10:00') },
    })
  })

  it('ENE-06 counts both meters if their values are given for when one replaced the other', async () => {
    await make(shown('10:28', { before: '9467', after: '5' }))
    const { 10: hour } = await hours()
    // 10:25 to 10:28 by the old one, as much as it had told; 5 Wh at 10:28 stay 5 Wh until 10:30.
    expect(hour).toBe(417 + 50 + 500)
  })

  it('ENE-06 is previewed without being made', async () => {
    const before = await hours()
    const answer = await post('/api/auth/correction/preview/', wrong('09:00', '10:00'))
    expect(correctionPreview.parse(answer.json())).toEqual({
      from: '2026-05-09T22:00:00.000Z',
      until: '2026-05-10T22:00:00.000Z',
      energies: {
        pv: { current: 4917, corrected: 3917 },
        ...Object.fromEntries(
          ['import', 'feed_in', 'charge', 'discharge'].map((name) => [name, { current: 0, corrected: 0 }]),
        ),
      },
    })
    expect([await hours(), await listed()]).toEqual([before, []])
  })

  it('ENE-06 that changes nothing is previewed as such', async () => {
    const answer = await post(
      '/api/auth/correction/preview/',
      shown('09:00', { before: '8000', after: '8000' }),
    )
    expect(answer.json()).toMatchObject({ from: null, until: null })
  })

  it('ENE-06 is an event of the chart while it applies, and listed for ever', async () => {
    const events = async () => {
      const query = { sn: SN, from_date: '2026-05-10', until_date: '2026-05-11' }
      const answer = await ask('/api/auth/events/', query)
      return getEvents.response.parse(answer.json()).events.filter(({ kind }) => kind === 'correction')
    }
    const { id } = await make(shown('10:28', { before: '9467', after: '5' }))
    expect(await events()).toEqual([
      {
        ...{ kind: 'correction', sn: SN, counter: 'pv', before: 9467, after: 5 },
        ...{ from: at('10:28'), until: at('10:28') },
      },
    ])
    await undo(id)
    expect(await events()).toEqual([])
    expect(await listed()).toMatchObject([{ id, undone_at: expect.any(String) }])
    const [first] = await listed()
    await undo(id)
    expect(await listed()).toEqual([first])
  })
})

describe('a correction is refused', () => {
  it.each([
    ['until', 'required', without('until', wrong('09:00', '10:00'))],
    ['until', 'too_small', wrong('09:00', '09:00')],
    ['from', 'senseless', wrong('09:01', '10:00')],
    ['until', 'too_big', { ...wrong('09:00', '10:00'), until: '2027-06-10T10:00:00.000Z' }],
    ['before', 'senseless', wrong('09:00', '10:00', { before: '5' })],
    ['counter', 'unknown', wrong('09:00', '10:00', { counter: 'sun' })],
    ['counter', 'required', without('counter', shown('09:00', { before: '5' }))],
    ['before', 'required', shown('09:00', {})],
    ['before', 'format', shown('09:00', { before: '-5' })],
    ['before', 'too_big', shown('09:00', { before: '1000000000001' })],
    ['until', 'senseless', { ...shown('09:00', { before: '5' }), until: at('10:00') }],
    ['from', 'format', { ...shown('09:00', { before: '5' }), from: 'yesterday' }],
  ])('ENE-06 with %s as %s, and nothing is kept', async (field, rule, form) => {
    for (const path of ['correction/', 'correction/preview/']) {
      const answer = await post(`/api/auth/${path}`, form)
      expectProblem(answer, 400, 'input_invalid')
      expect(answer.json().errors).toEqual({ [field]: rule })
    }
    expect(await listed()).toEqual([])
  })

  it('ENE-06 from before the system was the owner’s, and in the future', async () => {
    const old = { ...wrong('09:00', '10:00'), from: '2025-12-31T09:00:00.000Z' }
    expect((await post('/api/auth/correction/', old)).json().errors).toEqual({ from: 'too_small' })
    const later = new Date(api().now().getTime() + 86_400_000).toISOString()
    const value = { ...shown('09:00', { before: '5' }), from: later }
    expect((await post('/api/auth/correction/', value)).json().errors).toEqual({ from: 'too_big' })
  })

  it('ENE-06 of another owner’s system, and another owner’s cannot be undone or seen', async () => {
    const foreign = { ...wrong('09:00', '10:00'), sn: FOREIGN }
    for (const path of ['correction/', 'correction/preview/'])
      expectProblem(await post(`/api/auth/${path}`, foreign), 404, 'not_found')
    expectProblem(await ask('/api/auth/corrections/', { sn: FOREIGN }), 404, 'not_found')
    const { id } = await make(wrong('09:00', '10:00'))
    const { access } = await api().signIn('bert@example.org')
    const headers = { authorization: `Bearer ${access}` }
    expectProblem(await api().post(`/api/auth/correction/${id}/undo/`, {}, { headers }), 404, 'not_found')
    expect(await listed()).toMatchObject([{ undone_at: null }])
  })

  it('ENE-06 once as many apply as may, until one is undone', async () => {
    const [system = 0] = systems()
    await api().db.run(
      `insert into correction (system, since, counter, start, before, made_at)
       select system, since, 'pv', '2026-05-01', 5, now() from ownership, generate_series(1, $2) where system = $1`,
      [system, MAX_CORRECTIONS],
    )
    expectProblem(await post('/api/auth/correction/', wrong('09:00', '10:00')), 409, 'corrections_full')
    await undo((await listed())[0]?.id ?? '')
    await make(wrong('09:00', '10:00'))
  })
})
