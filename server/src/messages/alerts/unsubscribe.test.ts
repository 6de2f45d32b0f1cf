import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem } from '../../../test/api.ts'
import { mailServer } from '../../../test/mail-server.ts'
import { setUpAlerts } from '../../../test/set-up/alerts.ts'
import { multipart } from '../../../test/set-up/update-service.ts'
import { openTransport } from '../../platform/mail/transport.ts'

const world = setUpAlerts()
let server: Awaited<ReturnType<typeof mailServer>>
beforeAll(async () => {
  server = await mailServer()
})
afterAll(() => server.stop())

const ONE_CLICK = { 'List-Unsubscribe': 'One-Click' }

/** An owner with a fault that was mailed; resolves to the headers of the mail as they arrive. */
async function mailed() {
  const { owner, report, pass, letters, api } = world()
  const made = await owner()
  await report(made.system, 'relay')
  await pass(1.1)
  const [letter] = await letters()
  const config = { SMTP_URL: server.url, MAIL_FROM: 'K <no-reply@portal.example>' }
  const before = server.taken.length
  if (letter) await openTransport(config, api.now)?.send(letter, AbortSignal.timeout(30_000))
  const headers = new Map(server.taken[before]?.headers.map(({ key, value }) => [key, value]))
  const address = new URL(headers.get('list-unsubscribe')?.slice(1, -1) ?? '')
  const { access } = await api.signIn(made.email)
  const choices = async () =>
    (await api.get('/api/auth/alerts/settings/', access))
      .json()
      .choices.filter(({ topic }: { topic: string }) => topic === 'fault')
  return { ...made, access, headers, path: `${address.pathname}${address.search}`, choices }
}

describe('unsubscribing in a mail program', () => {
  it('ALR-24 takes one click, and ends the mails of that topic at that system alone', async () => {
    const { api } = world()
    const { headers, path, choices, sn } = await mailed()
    expect(headers.get('list-unsubscribe')).toMatch(
      /^<https:\/\/portal\.example\/api\/alerts\/unsubscribe\/\?token=[0-9a-f]{96}>$/,
    )
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect((await api.post(path, ONE_CLICK)).json()).toEqual({ muted: 1 })
    expect(await choices()).toEqual([{ sn, topic: 'fault', email: false, push: true }])
  })

  it('ALR-24 takes the click as a multipart form, too, and no other field or file', async () => {
    const { api } = world()
    const { path, choices, sn } = await mailed()
    const click = Object.entries(ONE_CLICK)
    const post = (form: ReturnType<typeof multipart>) =>
      api.app.inject({ method: 'POST', url: path, ...form })
    expectProblem(await post(multipart([])), 400, 'input_invalid')
    expectProblem(await post(multipart(click, 'a file')), 400, 'input_invalid')
    expectProblem(await post(multipart([['x', 'y'.repeat(2000)]])), 413, 'payload_too_large')
    expect((await post(multipart(click))).json()).toEqual({ muted: 1 })
    expect(await choices()).toEqual([{ sn, topic: 'fault', email: false, push: true }])
  })

  it('ALR-24 changes nothing by opening the address, which leads to the page that asks', async () => {
    const { api } = world()
    const { path, choices } = await mailed()
    const before = await choices()
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await api.app.inject({ method, url: path })
      expect(answer.statusCode).toBe(303)
      expect(answer.headers.location).toMatch(/^\/alerts\/mute#token=[0-9a-f]{96}$/)
    }
    expectProblem(await api.post(path, {}), 400, 'input_invalid')
    expect(await choices()).toEqual(before)
  })

  it('ALR-24 takes the genuine address, for 30 days', async () => {
    const { api } = world()
    const { path } = await mailed()
    expectProblem(
      await api.post(
        path.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
        ONE_CLICK,
      ),
      410,
      'link_invalid',
    )
    const odd = await api.app.inject({ url: '/api/alerts/unsubscribe/?token=%0d%0aX:%20y' })
    expect(odd.headers.location).toBe('/alerts/mute#token=%0D%0AX%3A%20y')
    api.clock.skip(30 * 24 * 3_600_000)
    expectProblem(await api.post(path, ONE_CLICK), 410, 'link_invalid')
  })
})
