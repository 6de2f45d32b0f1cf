import { connect } from 'node:net'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectProblem, type TestApi, testApi } from '../../../test/api.ts'
import { fileForm } from '../../../test/file-form.ts'

const PICTURE = '/api/auth/user/picture/'
const REMOVE = '/api/auth/user/picture/remove/'
const USER = '/api/auth/user/'
const MEGABYTE = 1024 * 1024
const ANNA = 'anna@example.org'

let api: TestApi
let access: string
beforeAll(async () => {
  api = await testApi()
  await api.owner(ANNA)
  access = (await api.signIn(ANNA)).access
})
beforeEach(() => api.db.run('delete from attempt'))
afterAll(() => api.close())

const plain = (width: number, height: number, background = '#c08040') =>
  sharp({ create: { width, height, channels: 3, background } })
/** Half red, half blue: the left half is red. */
const halves = (width: number, height: number) =>
  sharp(
    Buffer.from(
      Array.from({ length: width * height }, (_, i) =>
        i % width < width / 2 ? [200, 0, 0] : [0, 0, 200],
      ).flat(),
    ),
    {
      raw: { width, height, channels: 3 },
    },
  )

type Sent = { name?: string; field?: string; type?: string }
async function upload(
  bytes: Buffer | string,
  { name = 'me.png', field = 'picture', type = 'image/png' }: Sent = {},
) {
  return send(await fileForm(field, new Blob([bytes], { type }), name))
}
const send = ({ payload, headers }: { payload: Buffer | string; headers: Record<string, string> }) =>
  api.app.inject({
    ...{ method: 'POST', url: PICTURE, payload },
    headers: { ...headers, authorization: `Bearer ${access}` },
  })
const raw = (text: string, type = 'multipart/form-data; boundary=b') =>
  send({ payload: text, headers: { 'content-type': type } })
const stored = async () => (await api.get(PICTURE, access)).rawPayload
const part = (name: string, text = 'x') =>
  `--b\r\ncontent-disposition: form-data; name="${name}"; filename="a.png"\r\n\r\n${text}\r\n`

describe('the profile picture', () => {
  it.each([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['webp', 'image/webp'],
  ] as const)(
    'SET-05 takes %s, whatever it is called, and keeps a WebP of 512 by 512',
    async (format, type) => {
      const answer = await upload(await plain(900, 300).toFormat(format).toBuffer(), { name: 'x.txt', type })
      expect(answer.statusCode).toBe(200)
      const { picture } = answer.json()
      expect((await api.get(USER, access)).json().picture).toBe(picture)
      const shown = await api.get(PICTURE, access)
      expect(shown.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'no-store',
        'content-disposition': 'inline; filename="picture.webp"',
        'x-content-type-options': 'nosniff',
      })
      const { data, info } = await sharp(shown.rawPayload).raw().toBuffer({ resolveWithObject: true })
      expect(info).toMatchObject({ width: 512, height: 512 })
      expect(Math.abs((data[0] ?? 0) - 0xc0)).toBeLessThan(4)
    },
  )

  it('SET-05 turns it upright and keeps nothing but pixels', async () => {
    const exif = { IFD0: { Copyright: 'Anna Geheim', Orientation: '3' } }
    const jpeg = await halves(800, 800)
      .withExif(exif)
      .withMetadata({ orientation: 3 })
      .withXmp('<x>Geheim</x>')
      .jpeg()
      .toBuffer()
    expect(jpeg.includes('Geheim')).toBe(true)
    expect((await upload(jpeg)).statusCode).toBe(200)
    const kept = await stored()
    const { exif: exifKept, xmp, icc, orientation } = await sharp(kept).metadata()
    expect({ exifKept, xmp, icc, orientation }).toEqual({})
    expect(kept.includes('Geheim')).toBe(false)
    const [red = 0, , blue = 0] = await sharp(kept).raw().toBuffer()
    expect(blue).toBeGreaterThan(red)
  })

  it('SET-05 is another with each change, and gone when removed', async () => {
    const bytes = await plain(20, 20).png().toBuffer()
    const [first, second] = [(await upload(bytes)).json(), (await upload(bytes)).json()]
    expect(first.picture).not.toBe(second.picture)
    const headers = { authorization: `Bearer ${access}` }
    expect((await api.post(REMOVE, {}, { headers })).statusCode).toBe(200)
    expectProblem(await api.get(PICTURE, access), 404, 'not_found')
    expect((await api.get(USER, access)).json().picture).toBeNull()
  })

  it("SET-05 is its owner's alone", async () => {
    await api.owner('bert@example.org')
    await upload(await plain(20, 20).png().toBuffer())
    expect((await api.get(PICTURE, access)).statusCode).toBe(200)
    expectProblem(await api.get(PICTURE, (await api.signIn('bert@example.org')).access), 404, 'not_found')
    expectProblem(await api.get(PICTURE), 401, 'session_required')
  })

  it('SET-05 is slowed down', async () => {
    const bytes = await plain(2, 2).png().toBuffer()
    for (let i = 0; i < 30; i++) expect((await upload(bytes)).statusCode).toBe(200)
    expectProblem(await upload(bytes), 429, 'too_many_attempts')
    // Before any of it is read.
    expectProblem(await raw('no file'), 429, 'too_many_attempts')
  })
})

describe('what is no picture', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const broken = async () => (await halves(300, 300).png().toBuffer()).subarray(0, 400)
  it.each([
    ['an SVG called .png', () => svg],
    ['HTML', () => '<!doctype html><script>alert(1)</script>'],
    ['a GIF', () => plain(9, 9).gif().toBuffer()],
    ['a TIFF', () => plain(9, 9).tiff().toBuffer()],
    ['an AVIF', () => plain(9, 9).avif().toBuffer()],
    ['half a PNG', broken],
    ['the first bytes of one', () => Buffer.from('89504e470d0a1a0a', 'hex')],
    ['a PDF', () => '%PDF-1.7 1 0 obj'],
    ['nothing', () => ''],
  ])('SET-05 %s is refused, and what was there stays', async (_, make) => {
    await upload(await plain(20, 20).png().toBuffer())
    const before = await stored()
    expectProblem(await upload(await make()), 415, 'picture_invalid')
    expect(await stored()).toEqual(before)
  })

  it('SET-05 25 megapixels are taken and 26 are not', async () => {
    const png = (width: number) => plain(width, 5000).png({ compressionLevel: 1 }).toBuffer()
    expect((await upload(await png(5000))).statusCode).toBe(200)
    expectProblem(await upload(await png(5200)), 413, 'picture_too_big')
  })

  it('SET-05 more pixels than the decoder accepts are reported as too many', async () => {
    const png = await plain(9, 9).png().toBuffer()
    // Width, height and the checksum of the header.
    png.writeUInt32BE(20_000, 16)
    png.writeUInt32BE(20_000, 20)
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
    expectProblem(await upload(png), 413, 'picture_too_big')
  })

  it('SET-05 F14 a JPEG that is made to be decoded for minutes is refused', async () => {
    const picture = await plain(64, 64).jpeg({ progressive: true }).toBuffer()
    const scans = picture.toString('latin1').split('\xff\xda').length - 1
    // All scans but the first, with their tables, can be repeated any number of times.
    const tables = picture.indexOf(Buffer.from([0xff, 0xc4]), picture.indexOf(Buffer.from([0xff, 0xda])))
    const [head, rest] = [picture.subarray(0, tables), picture.subarray(tables, -2)]
    const scanned = (times: number) =>
      Buffer.concat([head, ...Array<Buffer>(times).fill(rest), picture.subarray(-2)])
    const jpeg = { name: 'me.jpg', type: 'image/jpeg' }
    const most = Math.floor(63 / (scans - 1))
    expect((await upload(scanned(most), jpeg)).statusCode).toBe(200)
    expectProblem(await upload(scanned(most + 1), jpeg), 415, 'picture_invalid')
  })

  it('SET-05 more than 5 MB are not read, and exactly 5 MB are', async () => {
    expectProblem(await upload(Buffer.alloc(5 * MEGABYTE + 1)), 413, 'picture_too_big')
    expectProblem(await upload(Buffer.alloc(5 * MEGABYTE)), 415, 'picture_invalid')
  })
})

describe('what is no upload', () => {
  it.each([
    ['no boundary', () => raw('x', 'multipart/form-data')],
    ['an empty body', () => raw('')],
    ['no parts', () => raw('--b--\r\n')],
    ['a part that breaks off', () => raw(part('picture'))],
    ['headers that break off', () => raw('--b\r\ncontent-disp')],
    ['no part at all', () => raw('<html>')],
    ['a part without a name', () => raw('--b\r\n\r\nx\r\n--b--\r\n')],
    ['a name of every object', () => raw(`${part('__proto__')}--b--\r\n`)],
    ['another field', () => upload('x', { field: 'photo' })],
    ['another field of 4 MB', () => upload(Buffer.alloc(4 * MEGABYTE), { field: 'photo' })],
    [
      'text in place of a file',
      () => raw('--b\r\ncontent-disposition: form-data; name="picture"\r\n\r\nx\r\n--b--\r\n'),
    ],
  ])('SET-05 API-12 %s is bad input', async (_, call) => {
    expectProblem(await call(), 400, 'input_invalid')
  })

  it('SET-05 one picture at a time: a second one is not looked at', async () => {
    const answer = await raw(`${part('picture')}${part('picture', 'y'.repeat(MEGABYTE))}--b--\r\n`)
    expectProblem(answer, 415, 'picture_invalid')
  })

  it('SET-05 API-12 nothing may come before the picture, whatever it is', async () => {
    const unnamed = '--b\r\nx-of: nothing\r\n\r\nx\r\n'
    expectProblem(await raw(`${unnamed}${part('picture')}--b--\r\n`), 400, 'input_invalid')
  })

  it('API-12 a form or JSON is another media type', async () => {
    const type = 'application/x-www-form-urlencoded'
    expectProblem(await raw('picture=x', type), 415, 'media_type_unsupported')
    expectProblem(await raw('{}', 'application/json'), 415, 'media_type_unsupported')
  })

  let port: number
  beforeAll(async () => {
    port = Number(new URL(await api.app.listen({ port: 0, host: '127.0.0.1' })).port)
  })

  it('API-12 a stranger is refused before anything is read', async () => {
    const socket = connect(port, '127.0.0.1')
    const heads = ['content-type: multipart/form-data; boundary=b', `content-length: ${4 * MEGABYTE}`]
    socket.write(`POST ${PICTURE} HTTP/1.1\r\nhost: x\r\n${heads.join('\r\n')}\r\n\r\n`)
    const [answer] = await new Promise<Buffer[]>((resolve) => socket.once('data', (...data) => resolve(data)))
    expect(answer?.toString()).toMatch(/^HTTP\/1.1 401 /)
    socket.destroy()
  })

  it('SET-05 answers on a real connection, and the connection goes on', async () => {
    const form = new FormData()
    form.set('picture', new Blob([Buffer.alloc(9 * MEGABYTE)]), 'big.png')
    const headers = { authorization: `Bearer ${access}` }
    const url = `http://127.0.0.1:${port}${PICTURE}`
    const big = await fetch(url, { method: 'POST', body: form, headers })
    expect(big.status).toBe(413)
    expect(await big.json()).toMatchObject({ code: 'picture_too_big' })
    expect((await fetch(url, { headers })).status).toBe(200)
  })
})
