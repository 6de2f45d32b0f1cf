import { createHook } from 'node:async_hooks'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { eventually } from '@kellersonne/testing/eventually'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem, type TestApi, testApi, UPDATES_URL } from '../../../test/api.ts'

const PAGE = '<!doctype html><html data-build="b1-_" lang="de"><title>Kellersonne</title>'
const SCRIPT = `console.log(1)${' '.repeat(2000)}`

/** Everything a page may do, verbatim: whoever loosens it has to change this too. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
  "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
  "object-src 'none'; require-trusted-types-for 'script'; trusted-types service-worker; " +
  `connect-src 'self' ${UPDATES_URL}`

const FEATURES =
  'accelerometer=(), autoplay=(), clipboard-read=(), display-capture=(), encrypted-media=(), ' +
  'fullscreen=(), gamepad=(), geolocation=(), gyroscope=(), hid=(), idle-detection=(), local-fonts=(), ' +
  'magnetometer=(), microphone=(), midi=(), payment=(), picture-in-picture=(), ' +
  'publickey-credentials-create=(), publickey-credentials-get=(), screen-wake-lock=(), serial=(), ' +
  'sync-xhr=(), usb=(), xr-spatial-tracking=(), camera=(self), clipboard-write=(self)'

let root: string
let api: TestApi
beforeAll(async () => {
  root = `${await mkdtemp(join(tmpdir(), 'ks-'))}/`
  await mkdir(`${root}web/dist/assets`, { recursive: true })
  await writeFile(`${root}web/dist/index.html`, PAGE)
  await writeFile(`${root}web/dist/sw.js`, SCRIPT)
  await writeFile(`${root}web/dist/assets/app-1a2b.js`, SCRIPT)
  await writeFile(`${root}web/dist/assets/app-1a2b.js.gz`, gzipSync(SCRIPT))
  await writeFile(`${root}web/dist/assets/app-1a2b.css`, 'a{}')
  await writeFile(`${root}secret.txt`, 'not for you')
  api = await testApi({ root, config: { HOME_URL: 'https://example.org/sun?x=1' } })
})
afterAll(async () => {
  await api.close()
  await rm(root, { recursive: true })
})

const ask = (url: string, headers = {}) =>
  api.app.inject({ url, headers: { accept: 'text/html,*/*;q=0.8', ...headers } })

/** Resolves to how many operations of a type `work` begins. */
async function begun(types: RegExp, work: () => Promise<unknown>) {
  let count = 0
  const hook = createHook({
    init(_, type) {
      if (types.test(type)) count += 1
    },
  }).enable()
  await work()
  hook.disable()
  return count
}

describe("the portal's files", () => {
  it.each(['/', '/login', '/dashboard', '/charts?from=2026-06-01', '/apiary'])(
    'NAV-01 serves the page at %s',
    async (url) => {
      const answer = await ask(url)
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toBe(PAGE)
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'content-security-policy': POLICY,
        'permissions-policy': FEATURES,
      })
    },
  )

  it('NAV-01 gives a script the page with its policy: the service worker shows it later', async () => {
    const script = { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' }
    expect((await ask('/index.html', script)).headers).toMatchObject({
      'content-security-policy': POLICY,
      'permissions-policy': FEATURES,
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    })
  })

  it.each([
    ['that takes anything', { headers: { accept: '*/*' } }],
    ['that does not say what it takes', {}],
  ])(
    'NAV-01 serves the page to a program %s, with its head alone where that is asked for',
    async (_, how) => {
      expect((await api.app.inject({ url: '/dashboard', ...how })).body).toBe(PAGE)
      const head = await api.app.inject({ method: 'HEAD', url: '/dashboard', ...how })
      expect([head.statusCode, head.headers['content-type'], head.body]).toEqual([
        ...[200, 'text/html; charset=utf-8', ''],
      ])
    },
  )

  it('NAV-01 serves hashed files for good, compressed where that is at hand', async () => {
    const plain = await ask('/assets/app-1a2b.js', { accept: '*/*' })
    expect(plain.body).toBe(SCRIPT)
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const small = await ask('/assets/app-1a2b.js', { 'accept-encoding': 'gzip' })
    expect(small.headers['content-encoding']).toBe('gzip')
    expect(small.headers['content-type']).toContain('javascript')
    expect(small.headers.vary).toContain('accept-encoding')
    expect(small.headers).not.toHaveProperty('content-security-policy')
    const style = await ask('/assets/app-1a2b.css', { accept: '*/*' })
    expect(style.headers).not.toHaveProperty('content-security-policy')
  })

  it('SHL-06 the worker is another one under another policy, and known by its tag', async () => {
    const asked = { accept: '*/*', 'accept-encoding': 'gzip, br' }
    const worker = await ask('/sw.js', asked)
    expect(worker.headers).toMatchObject({
      'content-security-policy': POLICY,
      'cache-control': 'no-cache',
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'gzip',
    })
    const text = gunzipSync(worker.rawPayload).toString()
    expect(text).toMatch(/^const POLICY = "[\w-]{12}";\n/)
    expect(text.endsWith(`\n${SCRIPT}`)).toBe(true)
    const tag = { 'if-none-match': String(worker.headers.etag) }
    expect((await ask('/sw.js', { ...asked, ...tag })).statusCode).toBe(304)
    const moved = await testApi({ root, config: { UPDATES_URL: 'https://elsewhere.example' } })
    const other = await moved.app.inject({ url: '/sw.js', headers: { ...asked, ...tag } })
    expect(other.statusCode).toBe(200)
    expect(gunzipSync(other.rawPayload).toString()).not.toBe(text)
    await moved.close()
  })

  it('SHL-06 every answer of the API says which build is served, files do not', async () => {
    for (const url of ['/api/health', '/api/nothing', '/api/auth/data/'])
      expect((await ask(url)).headers['x-build']).toBe('b1-_')
    expect((await ask('/assets/app-1a2b.js')).headers).not.toHaveProperty('x-build')
  })

  it('SHL-06 says another build as soon as it is in place', async () => {
    const build = async () => (await ask('/api/health')).headers['x-build']
    await writeFile(`${root}web/next.html`, PAGE.replace('b1-_', 'b2'))
    await rename(`${root}web/next.html`, `${root}web/dist/index.html`)
    await eventually(async () => expect(await build()).toBe('b2'))
    await writeFile(`${root}web/dist/index.html`, PAGE)
    await eventually(async () => expect(await build()).toBe('b1-_'))
  })

  it('SHL-06 serves what a new build puts in place, and its worker, from then on', async () => {
    const take = (name: string) => ask(`/${name}`, { accept: '*/*' })
    expectProblem(await take('assets/app-3c4d.js'), 404, 'not_found')
    await writeFile(`${root}web/next.js`, 'another()')
    await rename(`${root}web/next.js`, `${root}web/dist/assets/app-3c4d.js`)
    expect((await take('assets/app-3c4d.js')).body).toBe('another()')
    const tag = async () => (await take('sw.js')).headers.etag
    const before = await tag()
    expect(await tag()).toBe(before)
    await writeFile(`${root}web/next.js`, `${SCRIPT}// next`)
    await rename(`${root}web/next.js`, `${root}web/dist/sw.js`)
    expect((await take('sw.js')).body).toMatch(/\/\/ next$/)
    expect(await tag()).not.toBe(before)
    await rename(`${root}web/dist/sw.js`, `${root}web/sw.js`)
    expectProblem(await take('sw.js'), 404, 'not_found')
    await rename(`${root}web/sw.js`, `${root}web/dist/sw.js`)
    expect((await take('sw.js')).body).toMatch(/\/\/ next$/)
  })

  it('NAV-11 missing files cost few looks at the disk, and the worker no packing but the first', async () => {
    const missing = () =>
      Promise.all(Array.from({ length: 100 }, (_, i) => ask(`/assets/gone${i}.js`, { accept: '*/*' })))
    expect(await begun(/^FSREQ/, missing)).toBeLessThan(100)
    const worker = () => ask('/sw.js', { accept: '*/*', 'accept-encoding': 'gzip' })
    expect((await worker()).headers['content-encoding']).toBe('gzip')
    expect(await begun(/^ZLIB/, worker)).toBe(0)
  })

  it("NAV-03 sends to the operator's pages, where there are any", async () => {
    const home = await ask('/home')
    expect([home.statusCode, home.headers.location]).toEqual([302, 'https://example.org/sun?x=1'])
    expect((await ask('/imprint')).body).toBe(PAGE)
    expect((await ask('/home/else')).body).toBe(PAGE)
  })

  it('NAV-11 a missing file is not the page, and nothing outside is served', async () => {
    expectProblem(await ask('/assets/gone.js'), 404, 'not_found')
    expectProblem(await ask('/picture.png', { accept: 'image/*' }), 404, 'not_found')
    expectProblem(await ask('/api/nothing'), 404, 'not_found')
    for (const url of ['/.well-known', '/.well-known/', '/.well-known/gone?x', '/.well-known/security.txt'])
      expectProblem(await ask(url), 404, 'not_found')
    expect((await ask('/.well-knowing')).body).toBe(PAGE)
    expectProblem(await api.app.inject({ method: 'POST', url: '/login' }), 404, 'not_found')
    const outside = ['/../secret.txt', '/..%2f..%2fsecret.txt', '/assets/..%2f..%2f..%2fsecret.txt']
    for (const url of [...outside, '//secret.txt', '/assets/..%5c..%5c..%5csecret.txt']) {
      expect((await ask(url)).body).not.toContain('not for you')
      expectProblem(await ask(url, { accept: 'image/*' }), 404, 'not_found')
    }
  })
})
