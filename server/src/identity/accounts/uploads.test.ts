import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { changePicture } from '@kellersonne/contract/identity/accounts'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type TestApi, testApi } from '../../../test/api.ts'

const MEGABYTE = 1024 * 1024
const HEAD = '--b\r\ncontent-disposition: form-data; name="picture"; filename="a.png"\r\n\r\n'
const TAIL = '\r\n--b--\r\n'
/** Of whom each has an upload under way: more than would fit at once. */
const OWNERS = 14

let api: TestApi
let port: number
let tokens: string[]
const opened: Socket[] = []
beforeAll(async () => {
  api = await testApi()
  port = Number(new URL(await api.app.listen({ port: 0, host: '127.0.0.1' })).port)
  const emails = Array.from({ length: OWNERS + 1 }, (_, i) => `owner-${i}@example.org`)
  tokens = []
  for (const email of emails) {
    await api.owner(email)
    tokens.push((await api.signIn(email)).access)
  }
})
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy()
  await api.db.run('delete from attempt')
})
afterAll(() => api.close())

/** Begins an upload with a content length of `length` bytes; `answer` resolves to the response. */
function begin(which: number, length: number) {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  opened.push(socket)
  const heads = ['host: x', `authorization: Bearer ${tokens[which]}`, `content-length: ${length}`]
  const type = 'content-type: multipart/form-data; boundary=b'
  socket.write(`POST ${changePicture.path} HTTP/1.1\r\n${[...heads, type].join('\r\n')}\r\n\r\n`)
  return { socket, answer: async () => String((await once(socket, 'data'))[0]) }
}

/** Begins an owner's first upload, sends a part of it and waits until the server holds it. */
async function hold(which: number) {
  const counted = () => api.db.run('select from attempt')
  const before = await counted()
  const held = begin(which, 5 * MEGABYTE)
  held.socket.write(HEAD)
  await expect.poll(counted).toBe(before + 1)
  return held
}

async function upload(which: number) {
  const bytes = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const form = Buffer.concat([Buffer.from(HEAD), bytes, Buffer.from(TAIL)])
  const { socket, answer } = begin(which, form.length)
  socket.write(form)
  return answer()
}
/** Waits until an owner can upload. */
const free = (which: number) => expect.poll(() => upload(which)).toMatch(/^HTTP\/1.1 200 /)

describe('uploads', () => {
  it('SET-05 F10 of an owner are one at a time, and the second is refused before it is read', async () => {
    const held = await hold(0)
    const second = await begin(0, 5 * MEGABYTE).answer()
    expect(second).toMatch(/^HTTP\/1.1 429 /)
    expect(second).toMatch(/^retry-after: 5\r$/m)
    expect(await upload(1)).toMatch(/^HTTP\/1.1 200 /)
    held.socket.destroy()
    await free(0)
  })

  it('SET-05 F10 that have only begun keep nobody out', async () => {
    for (let i = 0; i < OWNERS; i++) await hold(i)
    expect(await upload(OWNERS)).toMatch(/^HTTP\/1.1 200 /)
    const large = Buffer.concat([Buffer.from(HEAD), Buffer.alloc(4 * MEGABYTE), Buffer.from(TAIL)])
    const { socket, answer } = begin(OWNERS, large.length)
    socket.write(large)
    expect(await answer()).toMatch(/^HTTP\/1.1 415 /)
  })

  it('SET-05 F10 give their room back when they are refused', async () => {
    for (let i = 0; i < 3; i++) {
      const { socket, answer } = begin(0, HEAD.length + TAIL.length)
      socket.write(HEAD + TAIL)
      expect(await answer()).toMatch(/^HTTP\/1.1 415 /)
    }
    await api.db.run('update attempt set hits = 1000')
    for (let i = 0; i < 3; i++) expect(await begin(0, 9).answer()).toMatch(/^HTTP\/1.1 429 /)
    await api.db.run('delete from attempt')
    await free(0)
  })

  it('SET-05 F10 give their room back when they are timed out', async () => {
    await hold(0)
    // As Node does with a request whose last byte has not arrived in time.
    api.app.server.closeAllConnections()
    await free(0)
  })
})
