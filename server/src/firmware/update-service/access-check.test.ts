import { serialNumber } from '@kellersonne/contract/systems/systems'
import { describe, expect, it } from 'vitest'
import { expectProblem, PUBLIC_URL } from '../../../test/api.ts'
import { multipart } from '../../../test/set-up/update-service.ts'
import { updatingOwners } from '../../../test/set-up/updates.ts'
import { systemStore } from '../../systems/store.ts'

const { actions, anna, ask, berta, foreign, mine, updates } = updatingOwners()

describe('pages of elsewhere', () => {
  const browser = { origin: PUBLIC_URL, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }
  it("API-11 the portal's own are answered, and may read it", async () => {
    const { statusCode, headers } = await ask(mine(), anna().cookie, browser)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      ...{ 'access-control-allow-origin': PUBLIC_URL, 'access-control-allow-credentials': 'true' },
      ...{ vary: 'Origin', 'cache-control': 'no-store' },
    })
    expect((await ask(mine(), null, browser)).headers['access-control-allow-origin']).toBe(PUBLIC_URL)
  })

  it.each<[string, Record<string, string>]>([
    ['another site', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }],
    ['a sibling', { origin: 'https://evil.example' }],
    ['another port', { origin: 'https://portal.example:444' }],
    ['one that looks alike', { origin: 'https://portal.example.evil.test' }],
    ['http', { origin: 'http://portal.example' }],
    ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
    ['a form of the portal itself', { 'sec-fetch-mode': 'navigate' }],
    ['an image', { 'sec-fetch-mode': 'no-cors' }],
    ['a site that hides', { origin: '', 'sec-fetch-site': 'cross-site' }],
  ])('API-11 %s is refused whoever asks, and logged', async (_, headers) => {
    for (const answer of [
      await ask(mine(), anna().cookie, { ...browser, ...headers }),
      await updates().start(anna().cookie, mine(), { headers: { ...browser, ...headers } }),
    ]) {
      expectProblem(answer, 403, 'origin_denied')
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    }
    const url = `/%61pi/v1/has_update?sn=${mine()}`
    expectProblem(await updates().inject({ url, headers: { ...browser, ...headers } }), 403, 'origin_denied')
    expect(await actions()).toEqual([])
    expect(updates().logged.join('')).toContain('"event":"update_origin","outcome":"refused"')
  })
})

describe('who may ask', () => {
  it.each([() => foreign(), () => '999999', () => '-1'])(
    'API-11 a system of somebody else, none and the total are refused alike: %#',
    async (sn) => {
      const nobody = '888888'
      expectProblem(await ask(sn()), 404, 'not_found')
      expect((await ask(sn())).body).toBe((await ask(nobody)).body)
      expectProblem(await updates().start(anna().cookie, sn()), 404, 'not_found')
      expect((await updates().start(anna().cookie, sn())).body).toBe(
        (await updates().start(anna().cookie, nobody)).body,
      )
      expect(await actions(berta().systems[0])).toEqual([])
    },
  )

  it.each(['', 'a', '-2', '1;drop', '１', '1'.repeat(21)])(
    'API-10 sn=%j is refused as malformed',
    async (sn) => {
      expectProblem(await ask(sn), 400, 'input_invalid')
      expectProblem(await updates().start(anna().cookie, sn), 400, 'input_invalid')
    },
  )

  it('API-11 a system that was given up is no longer answered for', async () => {
    await systemStore(updates().db).release(serialNumber.parse(mine()), anna().owner, updates().now())
    expectProblem(await ask(), 404, 'not_found')
  })

  it('API-10 asked too often has to wait, and others are not', async () => {
    for (let i = 0; i < 60; i += 1) await ask()
    const answer = await ask()
    expectProblem(answer, 429, 'too_many_attempts')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask(foreign(), berta().cookie)).statusCode).toBe(200)
  })
})

it.each(['-1', '999999', '', 'a', '1'.repeat(21)])(
  'API-11 whose session has ended learns that and nothing else: sn=%j',
  async (sn) => {
    await updates().post('/api/auth/logout/', { refresh: anna().refresh })
    expectProblem(await ask(sn), 401, 'session_required')
    expectProblem(await updates().start(anna().cookie, sn), 401, 'session_required')
    const other = multipart([
      ['sn', sn],
      ['update', '2'],
    ])
    expectProblem(await updates().start(anna().cookie, sn, other), 401, 'session_required')
  },
)
