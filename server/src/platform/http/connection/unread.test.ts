import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { changePicture } from '@kellersonne/contract/identity/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApi, testApi } from '../../../../test/api.ts'

const HUGE = 'Content-Length: 2000000000'
const CHUNKED = 'Transfer-Encoding: chunked'
const MULTIPART = 'Content-Type: multipart/form-data; boundary=b'
const FORM = 'Content-Type: application/x-www-form-urlencoded'
const MEGABYTE = Buffer.alloc(1024 * 1024, 'a')

let api: TestApi
let port: number
let access: string
beforeAll(async () => {
  api = await testApi()
  port = Number(new URL(await api.app.listen({ port: 0, host: '127.0.0.1' })).port)
  await api.owner('anna@example.org')
  ;({ access } = await api.signIn('anna@example.org'))
})
beforeEach(async () => {
  await api.db.run('delete from attempt')
})
afterAll(() => api.close())

function begin(path: string, ...headers: string[]) {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  const heads = [`POST ${path} HTTP/1.1`, 'Host: a', `Authorization: Bearer ${access}`, ...headers]
  socket.write(`${heads.join('\r\n')}\r\n\r\n`)
  return socket
}

/** Resolves at the next such event, even if the socket breaks meanwhile. */
const next = (socket: Socket, event: 'close' | 'drain') =>
  new Promise<void>((resolve) => socket.once(event, () => resolve()))

describe('what is too long', () => {
  it.each([
    ['a picture', changePicture.path, MULTIPART, 'picture_too_big'],
    ['a form', '/api/auth/token/', FORM, 'payload_too_large'],
  ])('API-13 F10 is refused by what it says of itself, and closed: %s', async (_, path, type, code) => {
    const received = await text(begin(path, type, HUGE))
    expect(received).toMatch(/^HTTP\/1.1 413 /)
    expect(received).toContain(code)
  })

  it.each([
    ['a picture', changePicture.path, MULTIPART],
    ['a form', '/api/auth/token/', FORM],
  ])('API-13 F10 is refused without a length, and closed: %s', async (_, path, type) => {
    const socket = begin(path, type, CHUNKED)
    const closed = next(socket, 'close')
    let received = ''
    socket.on('data', (data) => (received += data))
    for (let sent = 0; sent < 100 && received === '' && !socket.destroyed; sent += 1) {
      socket.write(`${MEGABYTE.length.toString(16)}\r\n`)
      socket.write(MEGABYTE)
      const taken = socket.write('\r\n')
      if (!taken) await Promise.race([next(socket, 'drain'), closed])
    }
    await closed
    expect(socket.bytesWritten).toBeLessThan(40 * MEGABYTE.length)
  })

  it('API-13 F10 is told that its length is required', async () => {
    const received = await text(begin('/api/auth/token/', FORM, CHUNKED))
    expect(received).toMatch(/^HTTP\/1.1 411 /)
    expect(received).toContain('length_required')
  })
})

describe('what is refused and has come whole', () => {
  it('API-13 leaves its connection open', async () => {
    const socket = begin('/nowhere', FORM, 'Content-Length: 3')
    socket.write('a=b')
    let received = ''
    for (let asked = 0; asked < 2; asked += 1) {
      while (!received.includes('not_found')) received += String((await once(socket, 'data'))[0])
      expect(received).not.toMatch(/^connection: close/im)
      received = ''
      if (asked === 0)
        socket.write(`POST /nowhere HTTP/1.1\r\nHost: a\r\n${FORM}\r\nContent-Length: 3\r\n\r\na=b`)
    }
    socket.destroy()
  })
})
