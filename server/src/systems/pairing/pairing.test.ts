import { pairGateway, startPairing } from '@kellersonne/contract/systems/pairing'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { PAIRING_MS } from '@kellersonne/core/systems/pairing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, type TestApi, testApi } from '../../../test/api.ts'
import { pairingOwner, SECRETS } from '../../../test/pairing-owner.ts'
import { systemStore } from '../store.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const someone = () => pairingOwner(api)

const signsIn = async (sn: string, secret: string) =>
  (await systemStore(api.db).authenticate(sn, secret)) !== null

const mailsTo = async (owner: string) => {
  const kind = z.object({ kind: z.string() })
  const mails = await api.db.rows(kind, 'select kind from mail where owner = $1 order by kind', [owner])
  return mails.map((mail) => mail.kind)
}

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
    expect(await mailsTo(anna.owner)).toEqual(['gateway_paired'])
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
    expect(await mailsTo(anna.owner)).toEqual(['gateway_paired', 'gateway_replaced'])
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
