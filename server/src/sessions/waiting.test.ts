import { once } from 'node:events'
import { connect } from 'node:net'
import { eventually } from '@kellersonne/testing/eventually'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { expectProblem, type TestApi, testApi } from '../../test/api.ts'

const ANNA = 'anna@example.org'

let api: TestApi
beforeAll(async () => {
  api = await testApi({ trustProxy: true })
  await api.owner(ANNA)
})
beforeEach(() => api.db.run('delete from attempt'))
afterAll(() => api.close())

const enter = (email: string, from: string) =>
  api.post('/api/auth/token/', { email, password: 'wrong' }, { headers: { 'x-forwarded-for': from } })

/** Asks for a live stream and, on the same connection, fails to sign in: the stream goes on, so no answer follows. */
async function failBehindStream(from: string) {
  const { port } = new URL(await api.app.listen({ port: 0, host: '127.0.0.1' }))
  const { access } = await api.signIn(ANNA)
  const socket = connect(Number(port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const body = new URLSearchParams({ email: ANNA, password: 'wrong' }).toString()
  const head = ['GET /api/auth/live/ HTTP/1.1', 'Host: portal.example', `Authorization: Bearer ${access}`]
  socket.write([...head, '', ''].join('\r\n'))
  await once(socket, 'data')
  api.logged.length = 0
  socket.write(
    [
      ...['POST /api/auth/token/ HTTP/1.1', 'Host: portal.example', `X-Forwarded-For: ${from}`],
      ...['Content-Type: application/x-www-form-urlencoded', `Content-Length: ${body.length}`, '', body],
    ].join('\r\n'),
  )
  await eventually(() => expect(api.logged.join('')).toContain('"event":"sign_in","outcome":"refused"'))
}

describe('who waits for a password to be looked at', () => {
  it('AUT-13 does not wait until somebody else of the site has taken an answer', async () => {
    await failBehindStream('203.0.113.9')
    expectProblem(await enter(ANNA, '203.0.113.10'), 401, 'credentials_wrong')
  })

  it.each([
    ['IPv4', (i: number) => `203.0.113.${i}`],
    ['IPv6', (i: number) => `2001:db8:1:${i}::1`],
  ])(
    'AUT-13 has a place in line whatever comes from other networks of the site, of %s',
    async (_, network) => {
      const flood = Array.from({ length: 100 }, (_, i) => enter(`nobody${i}@example.org`, network(i % 5)))
      const others = Array.from({ length: 8 }, (_, i) => enter(`somebody${i}@example.org`, network(100 + i)))
      for (const answer of await Promise.all(others)) expectProblem(answer, 401, 'credentials_wrong')
      const slowed = (await Promise.all(flood)).filter(({ statusCode }) => statusCode !== 401)
      for (const answer of slowed) expectProblem(answer, 429, 'too_many_attempts')
    },
  )
})
