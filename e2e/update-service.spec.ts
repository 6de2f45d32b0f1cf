import { type Browser, expect } from '@playwright/test'
import { call, submit } from './browser/calls.ts'
import { firefoxPath, openFirefox } from './browser/firefox.ts'
import { openChromium, type Tab } from './browser/tab.ts'
import { mail, tokenIn } from './product/mails.ts'
import { signIn } from './product/product.ts'
import { COOKIE, portalIn, requests, test } from './product/update-service.ts'

type Engine = { readonly name: string; open(browser: Browser): Promise<Tab & AsyncDisposable> }
const firefox = (path: string): Engine => ({ name: 'Firefox ESR', open: () => openFirefox(path) })
const engines: Engine[] = [{ name: 'Chromium', open: openChromium }]
if (firefoxPath !== undefined) engines.push(firefox(firefoxPath))
else process.stderr.write('There is no Firefox ESR here: the cookie is proven in Chromium alone.\n')

const dead = { status: 401, body: { code: 'session_required' } }

for (const { name, open } of engines)
  test.describe(`in ${name}`, () => {
    // A stranger tries to frame what must not be framed.
    test.use({ provoked: /^Framing .+ "frame-ancestors 'none'"/ })

    test('API-11 signing in and each renewal set a cookie that no script sees; signing out takes it', async ({
      browser,
      product,
      tap,
    }) => {
      await using tab = await open(browser)
      const portal = portalIn(tab, product, tap)
      await portal.open()
      expect(await portal.ask()).toMatchObject(dead)
      const { refresh } = await portal.signIn()
      const first = await portal.cookie()
      expect(first).toMatchObject({ domain: 'localhost', path: '/api/v1', httpOnly: true })
      expect(first?.sameSite.toLowerCase()).toBe('strict')
      expect(await tab.run(async () => document.cookie, null)).toBe('')
      expect(await portal.ask()).toMatchObject({ status: 200, body: { new_update: true } })
      expect(await portal.askWithoutCookie()).toMatchObject(dead)
      await expect
        .poll(async () => {
          await portal.post('/api/auth/token/refresh/', { refresh })
          return (await portal.cookie())?.value
        })
        .not.toBe(first?.value)
      expect(await portal.ask()).toMatchObject({ status: 200 })
      await portal.post('/api/auth/logout/', { refresh })
      expect(await portal.cookie()).toBeUndefined()
      expect(await portal.ask()).toMatchObject(dead)
    })

    test('API-11 no sibling, sandboxed frame or other site is answered, though a browser sends the cookie for some', async ({
      browser,
      product,
      tap,
      stranger: { sibling, elsewhere },
    }) => {
      await using tab = await open(browser)
      const portal = portalIn(tab, product, tap)
      const { ask, start } = requests(tap)
      const blindly = { ...start, init: { ...start.init, mode: 'no-cors' } } as const
      await portal.open()
      const { access } = await portal.signIn()
      const before = await portal.last(access)
      /** The requests received while a page does something whose answer it may not read. */
      async function received(work: () => Promise<unknown>) {
        tap.requests.length = 0
        expect([null, undefined]).toContainEqual([await work()].flat()[0])
        await expect.poll(() => tap.requests).not.toEqual([])
        return tap.requests
      }

      await tab.goto(sibling)
      const fromSibling = { origin: sibling, site: 'same-site', hasCookie: true, status: 403 }
      for (const work of [
        () => tab.run(call, ask),
        () => tab.run(call, start),
        () => tab.run(call, blindly),
        () => tab.run(submit, { ...start, sandbox: false }),
      ])
        expect(await received(work)).toMatchObject([fromSibling])
      const framed = await received(() => tab.run(submit, { ...start, sandbox: true }))
      expect(framed).toMatchObject([{ origin: 'null', site: 'cross-site', hasCookie: false, status: 403 }])

      await tab.goto(elsewhere)
      const fromElsewhere = { origin: elsewhere, site: 'cross-site', hasCookie: false, status: 403 }
      for (const work of [
        () => tab.run(call, ask),
        () => tab.run(call, blindly),
        () => tab.run(submit, { ...start, sandbox: false }),
      ])
        expect(await received(work)).toMatchObject([fromElsewhere])

      await portal.open()
      expect(await portal.last(access)).toEqual(before)
    })

    test('UPD-10 API-10 the portal’s page starts an update with no preflight, and a hundred starts are one', async ({
      browser,
      product,
      tap,
    }) => {
      await using tab = await open(browser)
      const portal = portalIn(tab, product, tap)
      await portal.open()
      const { access } = await portal.signIn()
      expect(await portal.agree(access)).toBe(200)
      tap.requests.length = 0
      const answer = await portal.start(100)
      const started = answer.filter((one) => one?.status === 200)
      expect(started).toHaveLength(5)
      expect(started[0]?.body).toMatchObject({ updates: { bms: { new_update: true } } })
      expect(answer.filter((one) => one?.status === 429)).toHaveLength(95)
      const line = { method: 'POST', origin: product.url, site: 'same-site', hasCookie: true }
      expect(tap.requests).toHaveLength(100)
      for (const one of tap.requests) expect(one).toMatchObject(line)
      expect(await portal.last(access)).toMatchObject({ outcome: 'running' })
      const cancelled = await portal.post('/api/auth/update/cancel/', { sn: '1001' }, access)
      expect(cancelled.status).toBe(200)
      expect(await portal.last(access)).toMatchObject({ outcome: 'cancelled' })
    })

    test('API-11 AUT-10 the cookie is dead as soon as the password is another, and goes with the account', async ({
      browser,
      product,
      request,
      tap,
    }) => {
      await using tab = await open(browser)
      const portal = portalIn(tab, product, tap)
      const [email, password] = [`${name.replace(' ', '-')}@example.org`, 'Sonnenschein-im-Haus-7']
      const changed = 'Dachziegel+Regen-42'
      const form = { phone: '+4915112345678', country: 'DE', key1: 'KELLER', terms: '2026-11-21', lang: 'de' }
      await portal.open()
      await portal.post('/api/auth/register/', { ...form, email, password })
      const token = tokenIn(await mail(product, email, 'noch ein Schritt'))
      await portal.post('/api/auth/register/confirm/', { token, password })
      const strangers = { status: 404, body: { code: 'not_found' } }
      expect(await portal.ask()).toMatchObject(strangers)

      const elsewhere = await request.post('/api/auth/token/', { form: { email, password } })
      const { access: there } = (await elsewhere.json()) as { readonly access: string }
      const change = await request.post('/api/auth/user/', {
        headers: { authorization: `Bearer ${there}` },
        form: { password: changed, current_password: password },
      })
      expect(change.ok()).toBe(true)
      expect(await portal.cookie()).toBeDefined()
      expect(await portal.ask()).toMatchObject(dead)

      const { access } = await portal.signIn({ email, password: changed })
      expect(await portal.ask()).toMatchObject(strangers)
      await portal.post('/api/auth/remove_customer/', { password: changed }, access)
      expect(await portal.cookie()).toBeUndefined()
      expect(await portal.ask()).toMatchObject(dead)
    })
  })

test('API-11 the portal brings the cookie, and takes it when its owner signs out', async ({
  page,
  context,
}) => {
  const cookie = async () => (await context.cookies()).find(({ name }) => name === COOKIE)
  await signIn(page)
  expect(await cookie()).toMatchObject({ path: '/api/v1', httpOnly: true, sameSite: 'Strict' })
  await page.getByRole('button', { name: /Profil|Konto/ }).click()
  await page.getByRole('link', { name: 'Abmelden' }).click()
  await expect(page).toHaveURL(/\/login$/)
  // The page leaves before the server has answered: the request outlives it.
  await expect.poll(cookie).toBeUndefined()
})
