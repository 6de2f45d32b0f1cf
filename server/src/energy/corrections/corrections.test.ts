import { valuesOf } from '@kellersonne/contract/energy/charts'
import { correctionPreview, MAX_CORRECTIONS } from '@kellersonne/contract/energy/corrections'
import { describe, expect, it } from 'vitest'
import { expectProblem } from '../../../test/api.ts'
import { FOREIGN } from '../../../test/set-up/charts.ts'
import { at, setUpCorrections, shown, wrong } from '../../../test/set-up/corrections.ts'

const { api, systems, ask, graphOf, hours, make, undo, listed, events, post } = setUpCorrections()
const without = (field: string, form: Record<string, string>) =>
  Object.fromEntries(Object.entries(form).filter(([name]) => name !== field))

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
      ...{ sn: '1001', reason: 'implausible' },
      ...{ from: at('09:00'), until: at('10:00') },
    })
  })

  it('ENE-06 counts both meters if their values are given for when one replaced the other', async () => {
    await make(shown('10:28', { before: '9467', after: '5' }))
    const { 10: hour } = await hours()
    // 10:25 to 10:28 by the old one, as much as it had reported; 5 Wh at 10:28 stay 5 Wh until 10:30.
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
    const { id } = await make(shown('10:28', { before: '9467', after: '5' }))
    expect(await events()).toEqual([
      {
        ...{ kind: 'correction', sn: '1001', counter: 'pv', before: 9467, after: 5 },
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
    ['from', 'format', { ...wrong('09:00', '10:00'), from: '2026-10-01T00:00' }],
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

  it('ENE-06 in the quarter that is not over: it may become somebody else’s', async () => {
    const running = Math.floor(api().now().getTime() / 900_000) * 900_000
    const form = {
      ...wrong('09:00', '10:00'),
      from: new Date(running - 900_000).toISOString(),
      until: new Date(running + 900_000).toISOString(),
    }
    expect((await post('/api/auth/correction/', form)).json().errors).toEqual({ until: 'too_big' })
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

describe('the same correction', () => {
  it('ENE-06 made twice is one, until it is undone', async () => {
    const [first, second] = [await make(wrong('09:00', '10:00')), await make(wrong('09:00', '10:00'))]
    const value = await make(shown('10:28', { before: '9467', after: '5' }))
    expect([second.id, (await make(shown('10:28', { before: '9467', after: '5' }))).id]).toEqual([
      first.id,
      value.id,
    ])
    await undo(first.id)
    expect((await make(wrong('09:00', '10:00'))).id).not.toBe(first.id)
  })
})
