import { describe, expect, it } from 'vitest'
import { expectProblem } from '../../test/api.ts'
import { metricsFromNow } from '../../test/metrics.ts'
import { updatingOwners } from '../../test/set-up/updates.ts'

const COUNTED = 'security_events_total{event="access",outcome="refused"}'
const DAY = 'from_date=2026-06-18'

const { anna, ask, berta, email, foreign, mine, updates } = updatingOwners()
const unknown = '99999'

/** Returns a function that returns the refused accesses logged since this call. */
function linesFromNow() {
  const { logged } = updates()
  const from = logged.length
  return () =>
    logged.slice(from).flatMap((line) => (line.includes('"event":"access"') ? [JSON.parse(line)] : []))
}
/** By the time this answers, checks that run after the previous answer are done. */
const settled = () => updates().get('/api/health')
const bearer = (access: string) => ({ headers: { authorization: `Bearer ${access}` } })

const questions: [string, (sn: string) => string][] = [
  ['the flight plan', (sn) => `/api/auth/update/?sn=${sn}`],
  ['receipts', (sn) => `/api/auth/updates/?sn=${sn}`],
  ['a chart', (sn) => `/api/auth/graph/?sn=${sn}&interval=Day&${DAY}&method=mean`],
  ['a calendar', (sn) => `/api/auth/calendar/?sn=${sn}&${DAY}`],
  ['messages', (sn) => `/api/auth/messages/?sn=${sn}`],
  ['commands', (sn) => `/api/auth/commands/?sn=${sn}`],
  ['rows', (sn) => `/api/auth/get_soc_data?sn=${sn}&days=1`],
]

describe("who asks for another's system", () => {
  it.each(questions)('API-11 F19 is counted and written down: %s', async (_, path) => {
    const [since, lines] = [await metricsFromNow(), linesFromNow()]
    for (const sn of [foreign(), unknown, mine()]) {
      const { statusCode } = await updates().get(path(sn), anna().access)
      if (sn !== mine()) expect(statusCode).toBe(404)
    }
    await expect.poll(async () => (await since())(COUNTED)).toBe(1)
    await settled()
    expect(lines()).toEqual([
      expect.objectContaining({
        outcome: 'refused',
        owner: anna().owner,
        from: '127.0.0.1',
        msg: 'security',
      }),
    ])
    expect(JSON.stringify(lines())).not.toContain(`"${foreign()}"`)
  })

  it('API-11 F19 is so for what is sent, and on the update service', async () => {
    const since = await metricsFromNow()
    for (const sn of [foreign(), unknown]) {
      expectProblem(
        await updates().post('/api/auth/usr_sn/release/', { sn }, bearer(anna().access)),
        404,
        'not_found',
      )
      expectProblem(await ask(sn), 404, 'not_found')
      expectProblem(await updates().start(anna().cookie, sn), 404, 'not_found')
    }
    await expect.poll(async () => (await since())(COUNTED)).toBe(3)
  })

  it('API-11 F19 is not counted where nothing was refused for its sake', async () => {
    const [since, lines] = [await metricsFromNow(), linesFromNow()]
    const misspelt = `/api/auth/graph/?sn=${foreign()}&interval=Century&${DAY}&method=mean`
    expectProblem(await updates().get(misspelt, anna().access), 400, 'input_invalid')
    await updates().get(`/api/auth/update/?sn=${foreign()}`, anna().access)
    await expect.poll(async () => (await since())(COUNTED)).toBe(1)
    await settled()
    expect(lines()).toHaveLength(1)
  })

  it('API-11 F19 has the log filled by nobody, and is counted all the same', async () => {
    const [since, lines] = [await metricsFromNow(), linesFromNow()]
    for (let i = 0; i < 30; i += 1) await updates().get(`/api/auth/update/?sn=${foreign()}`, anna().access)
    await expect.poll(async () => (await since())(COUNTED)).toBe(30)
    expect(lines().length).toBeLessThanOrEqual(20)
    await updates().get(`/api/auth/update/?sn=${mine()}`, berta().access)
    await expect.poll(lines).toContainEqual(expect.objectContaining({ owner: berta().owner, left_out: 10 }))
  })
})

describe('tokens that are none', () => {
  it('API-01 F19 are written down where they are forged, or their session has ended, and not where they are over', async () => {
    const [since, lines] = [await metricsFromNow(), linesFromNow()]
    const { access, cookie, refresh } = await updates().enter(email())
    for (const token of ['nonsense', 'a b', `${access}x`]) await updates().get('/api/auth/usr_sn/', token)
    await ask(mine(), `${cookie}x`)
    expect(lines()).toHaveLength(4)
    expect(lines()).toEqual(Array(4).fill(expect.objectContaining({ owner: null, session: null })))
    await updates().get('/api/auth/usr_sn/')
    await ask(mine(), null)
    await updates().post('/api/auth/logout/', { refresh })
    await expect.poll(async () => (await updates().get('/api/auth/usr_sn/', access)).statusCode).toBe(401)
    expectProblem(await ask(mine(), cookie), 401, 'session_required')
    await expect.poll(() => lines().length).toBe(6)
    expect(lines().filter(({ owner }) => owner !== null)).toEqual([])
    updates().clock.skip(3_600_000)
    expectProblem(await updates().get('/api/auth/usr_sn/', access), 401, 'session_required')
    expectProblem(await ask(mine(), cookie), 401, 'session_required')
    await settled()
    expect((await since())(COUNTED)).toBe(6)
    expect(JSON.stringify(lines())).not.toContain(access.slice(-20))
  })
})
