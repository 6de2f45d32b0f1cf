import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { testApi } from '../../../../test/api.ts'

const LENGTH = 60_000
const head = `POST /api/auth/token/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${LENGTH}\r\n\r\n`

/** `answers`: as sent, since a connection that is closed amid a body may lose them. */
async function opened() {
  const { app, close } = await testApi()
  onTestFinished(close)
  const answers: string[] = []
  app.addHook('onSend', async (_request, reply, payload) => {
    answers.push(`${reply.statusCode} ${reply.getHeader('connection')} ${payload}`)
  })
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  return { answers, open: () => connect(Number(port), '127.0.0.1').on('error', () => undefined) }
}

/** Sends a form in pieces, each in a segment of its own; resolves to how many bytes were sent before the connection was closed. */
async function send(socket: Socket, bytes: number) {
  socket.setNoDelay().write(head)
  let sent = 0
  const ended = text(socket).catch(() => '')
  for (; sent < LENGTH && !socket.destroyed; sent += bytes) {
    await new Promise((written) => socket.write('a'.repeat(bytes), written))
    await turn()
  }
  await ended
  return sent
}

it('API-13 F12 refuses a body that comes byte by byte, long before all of it has', async () => {
  const { open, answers } = await opened()
  expect(await send(open(), 1)).toBeLessThan(LENGTH / 10)
  expect(answers).toEqual([expect.stringMatching(/^400 close .*"body":"format"/)])
})

it('API-13 reads a long body in segments as short as any network has them', async () => {
  const { open, answers } = await opened()
  await send(open(), 500)
  expect(answers).toEqual([expect.stringMatching(/^400 .*"password":"required"/)])
})

it('API-13 F12 disconnects a network that sends many bodies byte by byte', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { open, answers } = await opened()
  for (let i = 0; i < 30; i += 1) await send(open(), 1)
  expect(answers).toHaveLength(21)
})
