import { GIVEN_UP_MS, MAX_OWN_SYSTEMS } from '@kellersonne/core/systems/pairing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem, type TestApi, testApi } from '../../../test/api.ts'
import { pairingOwner, SECRETS } from '../../../test/pairing-owner.ts'
import { SECRET_GIVEN, systemStore } from '../store.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const someone = (server = api, network?: string) => pairingOwner(server, network)
const signsIn = async (sn: string, secret: string) =>
  (await systemStore(api.db).authenticate(sn, secret)) !== null

describe('systems of one’s own', () => {
  it('GWY-21 are twenty for each owner', async () => {
    const anna = await someone()
    for (let i = 0; i < MAX_OWN_SYSTEMS; i += 1) {
      if (i % 10 === 9) {
        api.clock.skip(HOUR + 1)
        await anna.signInAgain()
      }
      await anna.pair()
    }
    api.clock.skip(HOUR + 1)
    await anna.signInAgain()
    expectProblem(await anna.start(), 409, 'own_systems_full')
    await anna.release((await anna.state()).own[0]?.sn ?? '')
    expectProblem(await anna.start(), 409, 'own_systems_full')
    api.clock.skip(GIVEN_UP_MS)
    await anna.signInAgain()
    expect((await anna.start()).statusCode).toBe(200)
  })

  it('GWY-21 are not to be had where the operator takes none', async () => {
    const off = await testApi({ config: { OWN_SYSTEMS: null } })
    const anna = await someone(off)
    const available = async (server: TestApi) => (await server.get('/api/own_systems/')).json()
    expect([await available(api), await available(off)]).toEqual([{ available: true }, { available: false }])
    expectProblem(await anna.start(), 404, 'not_found')
    expectProblem(await anna.trade('00000-00000'), 410, 'pairing_invalid')
    await off.close()
  })

  it('GWY-21 are thirty of a network in thirty days, whoever has them, also when their account is gone', async () => {
    const near = await testApi({ config: { OWN_SYSTEMS_A_DAY: 1000 } })
    const home = '10.10.0.1'
    for (let i = 0; i < 3; i += 1) {
      const anna = await someone(near, home)
      for (let k = 0; k < 10; k += 1) await anna.pair()
      await anna.leave()
      near.clock.skip(HOUR + 1)
    }
    const bert = await someone(near, home)
    const code = await bert.code()
    expectProblem(await bert.trade(code), 429, 'too_many_attempts')
    expect(await bert.list()).toEqual([])
    const neighbour = await someone(near, '10.10.0.2')
    await neighbour.pair()
    near.clock.skip(30 * DAY)
    await bert.signInAgain()
    await bert.pair()
    await near.close()
  })

  it('GWY-21 are as many new ones a day as the operator says, in all; another gateway for one is none', async () => {
    const few = await testApi({ config: { OWN_SYSTEMS_A_DAY: 2 } })
    const [anna, bert, carla] = [await someone(few), await someone(few), await someone(few)]
    const sn = await anna.pair()
    const again = await bert.code()
    for (let i = 0; i < 3; i += 1) expect((await bert.trade(again)).statusCode).toBe(200)
    expectProblem(await carla.trade(await carla.code()), 429, 'too_many_attempts')
    expect((await anna.trade(await anna.code({ sn }), SECRETS[1])).statusCode).toBe(200)
    few.clock.skip(DAY)
    await carla.signInAgain()
    await carla.pair()
    await few.close()
  })

  it('GWY-21 leave no number twice: a full range says so', async () => {
    const few = await testApi({ config: { OWN_SYSTEMS: { first: 1, last: 1 } } })
    const [anna, bert] = [await someone(few), await someone(few)]
    await anna.pair()
    expectProblem(await bert.trade(await bert.code()), 409, 'own_systems_full')
    expect(await bert.list()).toEqual([])
    await few.close()
  })

  it('GWY-22 are retired when their owner gives them up or leaves, and their gateway is disconnected', async () => {
    const anna = await someone()
    const [one, other] = [await anna.pair(SECRETS[0]), await anna.pair(SECRETS[1])]
    const served: string[] = []
    const { promise: listening, resolve: isListening } = Promise.withResolvers<void>()
    const stop = api.db.listen(SECRET_GIVEN, (sn) => void served.push(sn), isListening)
    await listening
    await anna.release(one)
    expect(await signsIn(one, SECRETS[0])).toBe(false)
    expect(await signsIn(other, SECRETS[1])).toBe(true)
    await anna.leave()
    expect(await signsIn(other, SECRETS[1])).toBe(false)
    await expect.poll(() => served).toEqual([one, other])
    stop()
  })
})
