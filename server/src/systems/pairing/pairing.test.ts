import { getPairing, pairGateway, startPairing } from '@kellersonne/contract/systems/pairing'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { GIVEN_UP_MS, MAX_OWN_SYSTEMS, PAIRING_MS } from '@kellersonne/core/systems/pairing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, type TestApi, testApi } from '../../../test/api.ts'
import { removeOwner } from '../../identity/accounts/deletion.ts'
import { SECRET_GIVEN, systemStore } from '../store.ts'

const SECRETS = ['a', 'b', 'c'].map((letter) => letter.repeat(43)) as [string, string, string]
const PAIRING = '/api/auth/usr_sn/pairing/'
const HOUR = 3_600_000
const DAY = 24 * HOUR

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

let count = 0
/** An owner and what they, and a gateway in a network of its own, may ask. */
async function someone(server = api, network?: string) {
  count += 1
  const email = `own${count}@example.org`
  const remoteAddress = network ?? `10.9.${count >> 8}.${count & 255}`
  const { owner } = await server.owner(email)
  let { access } = await server.signIn(email)
  const post = (url: string, form: Record<string, string>) =>
    server.post(url, form, { headers: { authorization: `Bearer ${access}` }, remoteAddress })
  const start = (form: Record<string, string> = {}) => post(PAIRING, { time_zone: 'Europe/Vienna', ...form })
  const trade = (code: string, secret = SECRETS[0], more: Record<string, string> = {}) =>
    server.post('/api/gateways/', { pairing_code: code, secret, ...more }, { remoteAddress })
  const code = async (form?: Record<string, string>) =>
    startPairing.response.parse((await start(form)).json()).pairing_code
  return {
    ...{ owner, start, trade, code },
    async signInAgain() {
      access = (await server.signIn(email)).access
    },
    state: async () => getPairing.response.parse((await server.get(PAIRING, access)).json()),
    cancel: () => post('/api/auth/usr_sn/pairing/cancel/', {}),
    lock: (sn: string) => post('/api/auth/usr_sn/gateway/lock/', { sn }),
    release: (sn: string) => post('/api/auth/usr_sn/release/', { sn }),
    list: async () => (await server.get('/api/auth/usr_sn/', access)).json(),
    leave: () => removeOwner(server.db, owner, server.now()),
    /** Pairs a gateway; resolves to the system's serial number. */
    async pair(secret = SECRETS[0]) {
      const answer = await trade(await code(), secret)
      return pairGateway.response.parse(answer.json()).serial_number
    },
  }
}
const signsIn = async (sn: string, secret: string) =>
  (await systemStore(api.db).authenticate(sn, secret)) !== null

describe('a pairing code', () => {
  it('GWY-20 makes a gateway a system of its owner, in the zone of their browser, and mails them', async () => {
    const anna = await someone()
    const made = startPairing.response.parse((await anna.start()).json())
    expect(made.pairing_code).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/)
    expect(Date.parse(made.until) - api.now().getTime()).toBeGreaterThan(PAIRING_MS - 60_000)
    expect(await anna.state()).toEqual({ until: made.until, paired: null, own: [] })
    const answer = await anna.trade(made.pairing_code.toLowerCase().replace('-', ' '), SECRETS[0], {
      phase: '2',
    })
    const { serial_number: sn, ...broker } = pairGateway.response.parse(answer.json())
    expect(broker).toEqual({ broker_url: 'mqtts://portal.example:8883', broker_certificate: null })
    expect(sn).toMatch(/^5\d{6}$/)
    expect(await anna.list()).toEqual([{ sn, phase: 2 }])
    expect(await systemStore(api.db).find(sn)).toMatchObject({ owner: anna.owner, timeZone: 'Europe/Vienna' })
    expect(await signsIn(sn, SECRETS[0])).toBe(true)
    expect(await anna.state()).toEqual({
      ...{ until: null, paired: sn },
      own: [{ sn, locked_at: null }],
    })
    const mails = await api.db.rows(
      z.object({ kind: z.string() }),
      'select kind from mail where owner = $1',
      [anna.owner],
    )
    expect(mails).toEqual([{ kind: 'gateway_paired' }])
  })

  it('GWY-20 is good once: a lost answer is given again, to the same secret alone', async () => {
    const anna = await someone()
    const code = await anna.code()
    const first = await anna.trade(code)
    expect((await anna.trade(code)).json()).toEqual(first.json())
    expectProblem(await anna.trade(code, SECRETS[1]), 410, 'pairing_invalid')
    expect(await anna.list()).toHaveLength(1)
  })

  it('GWY-20 of two gateways at once, one gets the system', async () => {
    const anna = await someone()
    const code = await anna.code()
    const answers = await Promise.all(SECRETS.map((secret) => anna.trade(code, secret)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410, 410])
    expect(await anna.list()).toHaveLength(1)
  })

  it('GWY-20 is void after ten minutes, after a newer one, and once cancelled', async () => {
    const anna = await someone()
    const late = await anna.code()
    api.clock.skip(PAIRING_MS + 1)
    await anna.signInAgain()
    expect(await anna.state()).toMatchObject({ until: null, paired: null })
    const older = await anna.code()
    const newer = await anna.code()
    for (const code of [late, older]) expectProblem(await anna.trade(code), 410, 'pairing_invalid')
    await anna.cancel()
    expectProblem(await anna.trade(newer), 410, 'pairing_invalid')
    expect(await anna.list()).toEqual([])
  })

  it('GWY-20 cannot be guessed: 600 tries of a network an hour, and no more', async () => {
    const stranger = await someone()
    expectProblem(await stranger.trade('00000-00010'), 410, 'pairing_invalid')
    await api.db.run('update attempt set hits = hits + 598')
    expectProblem(await stranger.trade('00000-00011'), 410, 'pairing_invalid')
    expectProblem(await stranger.trade('00000-00000'), 429, 'too_many_attempts')
    await api.db.run('delete from attempt')
    const anna = await someone()
    expect((await anna.trade(await anna.code())).statusCode).toBe(200)
  })

  it('GWY-20 is made twenty times an hour', async () => {
    const anna = await someone()
    for (let i = 0; i < 20; i += 1) expect((await anna.start()).statusCode).toBe(200)
    expectProblem(await anna.start(), 429, 'too_many_attempts')
  })

  it.each([
    [{ pairing_code: 'x', secret: SECRETS[0] }, { pairing_code: 'format' }],
    [{ pairing_code: '00000-00000', secret: 'short' }, { secret: 'format' }],
    [{ pairing_code: '00000-00000', secret: SECRETS[0], phase: '4' }, { phase: 'unknown' }],
    [{ secret: SECRETS[0] }, { pairing_code: 'required' }],
  ])('GWY-20 %j is refused by field', async (form, errors) => {
    const answer = await api.post('/api/gateways/', form, { remoteAddress: '10.200.0.1' })
    expectProblem(answer, 400, 'input_invalid')
    expect(answer.json()).toMatchObject({ errors })
  })

  it('GWY-20 takes no zone that there is none of', async () => {
    const anna = await someone()
    for (const zone of ['Mars/Olympus', 'x'.repeat(1000)])
      expectProblem(await anna.start({ time_zone: zone }), 400, 'input_invalid')
  })
})

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
    await removeOwner(api.db, anna.owner, api.now())
    expect(await signsIn(other, SECRETS[1])).toBe(false)
    await expect.poll(() => served).toEqual([one, other])
    stop()
  })
})

describe('a gateway', () => {
  it('GWY-23 that is lost is locked at once, and another takes its place without losing history', async () => {
    const anna = await someone()
    const sn = await anna.pair()
    const id = (await systemStore(api.db).find(sn))?.id ?? 0
    await api.publish(id, 321)
    expect((await anna.lock(sn)).statusCode).toBe(200)
    expect(await signsIn(sn, SECRETS[0])).toBe(false)
    expect((await anna.state()).own).toEqual([{ sn, locked_at: expect.any(String) }])
    const answer = await anna.trade(await anna.code({ sn }), SECRETS[1])
    expect(answer.json()).toMatchObject({ serial_number: sn })
    expect([await signsIn(sn, SECRETS[0]), await signsIn(sn, SECRETS[1])]).toEqual([false, true])
    expect((await anna.state()).own).toEqual([{ sn, locked_at: null }])
    expect((await systemStore(api.db).find(sn))?.id).toBe(id)
  })

  it('GWY-23 is locked with the codes that wait, so that its finder pairs no other', async () => {
    const anna = await someone()
    const sn = await anna.pair()
    const code = await anna.code({ sn })
    await anna.lock(sn)
    expectProblem(await anna.trade(code, SECRETS[1]), 410, 'pairing_invalid')
  })

  it('GWY-23 of others, of bought systems, or of a system given up since, is nobody’s to lock or replace', async () => {
    const [anna, bert] = [await someone(), await someone()]
    const sn = await anna.pair()
    expectProblem(await bert.lock(sn), 404, 'not_found')
    expectProblem(await bert.start({ sn }), 404, 'not_found')
    const boughtSn = serialNumber.parse(sn.replace(/^5/, '7'))
    const bought = await systemStore(api.db).put({
      ...{ sn: boughtSn, phase: 1, timeZone: 'Europe/Berlin', secret: 's' },
    })
    await systemStore(api.db).claim(bought, anna.owner, api.now())
    expectProblem(await anna.lock(boughtSn), 404, 'not_found')
    expectProblem(await anna.start({ sn: boughtSn }), 404, 'not_found')
    const code = await anna.code({ sn })
    await anna.release(sn)
    expectProblem(await anna.trade(code, SECRETS[1]), 410, 'pairing_invalid')
    expect(await signsIn(sn, SECRETS[1])).toBe(false)
  })
})
