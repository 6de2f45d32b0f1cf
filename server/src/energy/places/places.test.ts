import { systemPlace } from '@kellersonne/contract/energy/place'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, type TestApi, testApi } from '../../../test/api.ts'
import { removeOwner } from '../../identity/accounts/deletion.ts'
import { systemStore } from '../../systems/store.ts'

const PATH = '/api/auth/place/'
const KONSTANZ = { latitude: '47.6603', longitude: '9.1758' }
const SOURCE = { provider: 'dwd', name: 'Deutscher Wetterdienst', url: 'https://www.dwd.de/' }

let api: TestApi
let [anna, bert] = ['', '']
let owners: Record<'anna' | 'bert', string>
let systems: readonly number[] = []
beforeAll(async () => {
  api = await testApi({ config: { WEATHER: 'dwd' } })
  const one = await api.owner('anna@example.org', ['1001', '1002', '1003'])
  const two = await api.owner('bert@example.org', ['2001'])
  owners = { anna: one.owner, bert: two.owner }
  systems = one.systems
  anna = (await api.signIn('anna@example.org')).access
  bert = (await api.signIn('bert@example.org')).access
})
afterAll(() => api.close())

const read = async (sn: string, access = anna) =>
  systemPlace.parse((await api.get(`${PATH}?sn=${sn}`, access)).json())
const post = (path: string, form: Record<string, string>, access = anna) =>
  api.post(path, form, { headers: { authorization: `Bearer ${access}` } })
const put = (form: Record<string, string>, access = anna) => post(PATH, form, access)
const cells = () =>
  api.db.rows(
    z.object({ latitude: z.int(), longitude: z.int() }),
    'select latitude, longitude from weather_cell order by latitude, longitude',
  )
const kept = () =>
  api.db.rows(
    z.object({ latitude: z.int() }),
    'select latitude from ownership where latitude is not null order by system',
  )

describe('the place of a system', () => {
  it('FCT-25 is not known until its owner says it, and then to a tenth of a degree', async () => {
    expect(await read('1001')).toMatchObject({ place: null, region: 'DE', weather: SOURCE })
    const answer = systemPlace.parse((await put({ sn: '1001', ...KONSTANZ })).json())
    expect(answer).toMatchObject({ place: { latitude: 47.7, longitude: 9.2 }, region: 'DE-BW' })
    expect(await read('1001')).toEqual(answer)
    expect(await cells()).toEqual([{ latitude: 477, longitude: 92 }])
  })

  it('FCT-25 is the middle of a postcode’s area; of two windows the last one counts, and the cell is asked for once', async () => {
    await Promise.all([
      put({ sn: '1002', country: 'DE', postcode: '80331' }),
      put({ sn: '1002', country: 'DE', postcode: '80' }),
    ])
    expect((await read('1002')).place).toEqual({ latitude: 48.1, longitude: 11.6 })
    expect(await cells()).toHaveLength(2)
  })

  it.each([
    [{ latitude: '91', longitude: '9' }, { latitude: 'too_big' }],
    [{ latitude: '47.66', longitude: '-181' }, { longitude: 'too_small' }],
    [{ latitude: '1e1', longitude: '9' }, { latitude: 'format' }],
    [{ latitude: '47.66' }, { longitude: 'required' }],
    [{}, { postcode: 'required', country: 'required' }],
    [{ country: 'DE' }, { postcode: 'required' }],
    [{ postcode: '78462' }, { country: 'required' }],
    [{ country: 'DE', postcode: '05123' }, { postcode: 'unknown' }],
    [{ country: 'FR', postcode: '67000' }, { country: 'unknown' }],
    [{ ...KONSTANZ, country: 'DE', postcode: '78' }, { postcode: 'senseless' }],
  ])('FCT-25 %j is none: the field and its rule are named, and nothing changes', async (form, errors) => {
    const before = await read('1001')
    expect((await put({ sn: '1001', ...form })).json()).toMatchObject({ code: 'input_invalid', errors })
    expect(await read('1001')).toEqual(before)
  })

  it('FCT-25 is erased by its owner, again without effect', async () => {
    for (let i = 0; i < 2; i += 1)
      expect((await post(`${PATH}remove/`, { sn: '1002' })).json()).toMatchObject({ place: null })
    expect((await read('1002')).place).toBeNull()
  })

  it('FCT-25 API-09 is nobody’s but its owner’s', async () => {
    for (const sn of ['1001', 'NOBODY']) {
      expectProblem(await api.get(`${PATH}?sn=${sn}`, bert), 404, 'not_found')
      expectProblem(await put({ sn, ...KONSTANZ }, bert), 404, 'not_found')
      expectProblem(await post(`${PATH}remove/`, { sn }, bert), 404, 'not_found')
    }
    expectProblem(await api.get(`${PATH}?sn=1001`), 401, 'session_required')
  })

  it('FCT-25 AUT-12 is gone when the system is not theirs any more, and with the account', async () => {
    const [system = 0, , third = 0] = systems
    await put({ sn: '1003', ...KONSTANZ })
    expect(await kept()).toHaveLength(2)
    await systemStore(api.db).release(
      (await systemStore(api.db).all())[0]?.sn ?? never(),
      owners.anna,
      api.now(),
    )
    expect(await kept()).toHaveLength(1)
    await systemStore(api.db).claim(system, owners.bert, api.now())
    expect((await read('1001', bert)).place).toBeNull()
    await removeOwner(api.db, owners.anna, api.now())
    expect(await kept()).toEqual([])
    expect(third).toBeGreaterThan(0)
  })
})

function never(): never {
  throw new Error('no system')
}
