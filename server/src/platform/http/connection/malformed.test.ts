import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testUpdates } from '../../../../test/set-up/update-service.ts'

let api: Awaited<ReturnType<typeof testUpdates>>
const ports: Record<string, number> = {}
const listen = async (app: FastifyInstance) =>
  Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
beforeAll(async () => {
  api = await testUpdates()
  ports['the portal'] = await listen(api.app)
  ports['the update service'] = await listen(api.service())
})
afterAll(() => api.close())

/** Sends a raw request; resolves to the response as text. */
function send(service: string, ...lines: string[]) {
  const socket = connect(ports[service] ?? 0, '127.0.0.1')
  socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`)
  return text(socket)
}

describe.each(['the portal', 'the update service'])('%s', (service) => {
  it('API-13 F13 answers no request for two hosts', async () => {
    const once = await send(service, 'GET /api/health HTTP/1.1', 'Host: a')
    expect(once).toMatch(/^HTTP\/1.1 200 /)
    const twice = await send(service, 'GET /api/health HTTP/1.1', 'Host: a', 'HOST: a')
    expect(twice).toMatch(/^HTTP\/1.1 400 /)
    expect(twice).toContain('input_invalid')
  })

  it('API-13 F13 answers no request for no host, unless it is of a time before hosts', async () => {
    const without = await send(service, 'GET /api/health HTTP/1.1')
    expect(without).toMatch(/^HTTP\/1.1 400 /)
    expect(without).toContain('input_invalid')
    expect(await send(service, 'GET /api/health HTTP/1.0')).toMatch(/^HTTP\/1.1 200 /)
  })

  it('API-13 ignores what a caller expects that the server does not know', async () => {
    const answer = await send(service, 'GET /api/health HTTP/1.1', 'Host: a', 'Expect: miracles')
    expect(answer).toMatch(/^HTTP\/1.1 200 /)
  })

  it.each(['/', '/api/nothing', '/api/health'])('API-13 F13 sends nothing back by TRACE %s', async (path) => {
    const answer = await send(service, `TRACE ${path} HTTP/1.1`, 'Host: a')
    expect(answer).toMatch(/^HTTP\/1.1 405 /)
    expect(answer).toMatch(/^allow: .*GET/m)
    expect(answer).toContain('method_not_allowed')
  })
})
