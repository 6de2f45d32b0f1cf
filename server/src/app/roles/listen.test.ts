import { Agent, get, type IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { reservePort } from '@kellersonne/testing/ports'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { listen } from './listen.ts'

afterEach(() => void vi.useRealTimers())

async function listening(app: FastifyInstance) {
  const port = await reservePort()
  const closing = Promise.withResolvers<() => unknown>()
  const onClose = (close: () => unknown) => closing.resolve(close)
  await listen(app, { config: { PORT: port, UPDATES_PORT: port, HOST: '127.0.0.1' }, onClose }, 'PORT')
  return { port, close: await closing.promise }
}

it('HND-04 a stream that ends while the server shuts down does not keep its connection open', async () => {
  // The server's patience never ends.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const stream = new PassThrough()
  stream.write('one ')
  const app = fastify().get('/stream', () => stream)
  const { port, close } = await listening(app)
  const agent = new Agent({ keepAlive: true })
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get({ port, path: '/stream', agent }, resolve).on('error', reject),
  )
  const closed = close()
  stream.end('two')
  expect(await text(response)).toBe('one two')
  await closed
  agent.destroy()
})

it('HND-04 a shutdown that fails leaves no timer behind that would keep the process alive', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
  const app = fastify().addHook('onClose', () => Promise.reject(new Error('cannot be closed')))
  const { close } = await listening(app)
  await expect(close()).rejects.toThrow('cannot be closed')
  const [closesIdle, closesAll] = [
    vi.spyOn(app.server, 'closeIdleConnections'),
    vi.spyOn(app.server, 'closeAllConnections'),
  ]
  vi.advanceTimersByTime(10_000)
  expect(closesIdle).not.toHaveBeenCalled()
  expect(closesAll).not.toHaveBeenCalled()
  app.server.close()
})
