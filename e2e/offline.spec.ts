import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectLoaded, expectToFit } from './browser/browser.ts'
import { texts } from './pages/texts.ts'
import { signIn, withServiceWorker as test } from './product/product.ts'

/** Waits until the portal can be opened offline. */
const ready = (page: Page) =>
  page.waitForFunction(
    () => navigator.serviceWorker.controller !== null && localStorage.getItem('lastValues') !== null,
  )

/** Cached answers of the API. */
const answersIn = ({ cached }: { readonly cached: readonly string[] }) =>
  cached.filter((path) => path.startsWith('/api'))

const kept = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return {
      lastValues: localStorage.getItem('lastValues'),
      cached: requests.flat().map(({ url }) => new URL(url).pathname),
      revisions: requests.flat().map(({ url }) => new URL(url).searchParams.get('__WB_REVISION__')),
    }
  })

test('SHL-10 the portal can be installed: a manifest, its icons, its worker', async ({ page, request }) => {
  await page.goto('/login')
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const answer = await request.get(href ?? '')
  expect(answer.headers()['content-type']).toContain('manifest+json')
  const manifest = (await answer.json()) as { icons: { src: string; sizes: string; purpose?: string }[] }
  expect(manifest).toMatchObject({ start_url: '/dashboard', display: 'standalone', scope: '/' })
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (address) => {
      const image = new Image()
      image.src = address
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    if (sizes !== 'any') expect(size, src).toBe(sizes)
  }
  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
  expect((await request.get(touch ?? '')).headers()['content-type']).toBe('image/png')
})

test('SHL-10 SHL-12 opens offline on a phone with the last values and their age, and goes on when it can', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, { stay: true })
  await ready(page)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(/Keine Verbindung zum Server · Stand .*\d\d:\d\d/).first()).toBeVisible()
  await expectToFit(page)
  await expectAccessible(page)
  await page.goto('/charts')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByText('Keine Verbindung zum Server').first()).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Keine Verbindung zum Server')).toHaveCount(0)
  await expect(page.getByText(/Zuletzt online/).first()).toBeVisible()
})

test('SHL-10 AUT-09 what is kept is the program and the last values; these are gone with the session', async ({
  page,
  context,
  request,
}) => {
  await signIn(page, { stay: true })
  await ready(page)
  const before = await kept(page)
  // With the name of its policy, by which the server tells workers apart.
  const policy = /const POLICY = "(.+)";/.exec(await (await request.get('/sw.js')).text())?.[1] ?? 'none'
  expect(before.revisions[before.cached.indexOf('/index.html')]).toMatch(new RegExp(`-${policy}$`))
  expect(before.lastValues).not.toContain('@')
  // From here on the worker serves the page and sees every answer of the server.
  await page.reload()
  for (const address of ['/dashboard', '/charts', '/dashboard/messages', '/user']) {
    await page.goto(address)
    await expectLoaded(page)
  }
  expect(answersIn(await kept(page))).toEqual([])
  await page.goto('/logout')
  await page.waitForURL('**/login')
  const after = await kept(page)
  expect([after.lastValues, answersIn(after)]).toEqual([null, []])
  await context.setOffline(true)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('button', { name: 'Anmelden' })).toBeVisible()
  await context.setOffline(false)
})

test('SHL-10 CAL-01 CHT-01 opens offline without staying signed in, with charts and calendar, while the tab lives', async ({
  page,
  context,
}) => {
  await signIn(page)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const chart = page.getByRole('slider')
  await page.goto('/charts?sn=1001')
  await expect(chart).toBeVisible()
  await page.goto('/calendar')
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await expectLoaded(page)
  await page.goto('/dashboard')
  await expectLoaded(page)
  expect((await kept(page)).lastValues).toBeNull()
  expect(await page.evaluate(() => Object.keys(localStorage).some((name) => name.startsWith('copy ')))).toBe(
    false,
  )
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText(/Keine Verbindung zum Server · Stand .*\d\d:\d\d/).first()).toBeVisible()
  await page.goto('/charts?sn=1001')
  await expect(chart).toBeVisible()
  await expect(page.getByText(/Stand der Werte: \d\d:\d\d/)).toBeVisible()
  await page.goto('/calendar')
  await expect(page.getByText(/Stand der Werte: \d\d:\d\d/)).toBeVisible()
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Stand der Werte')).toHaveCount(0)
})

test('AUT-09 after logging out the way back shows nothing of the owner', async ({ page }) => {
  await signIn(page, { stay: true })
  await expect(page.getByText(/Zuletzt online/).first()).toBeVisible()
  await page.getByRole('button', { name: /Profil|Konto/ }).click()
  await page.getByRole('link', { name: 'Abmelden' }).click()
  await page.waitForURL('**/login')
  await page.goBack()
  await expect(page).toHaveURL(/\/login|about:blank/)
  await expect(page.getByText(/Zuletzt online/)).toHaveCount(0)
})

const { de: wording } = texts
const email = [wording.email, 'a@example.de'] as const
const password = (label: string) => [label, 'Sonnenschein-im-Haus-7'] as const
/** Each with its input, by label. */
const forms: readonly {
  path: string
  signedIn?: true
  /** The button that opens the form's dialog. */
  behind?: string
  typed: readonly (readonly [label: string | RegExp, text: string])[]
  ticked?: string
  submit: string
}[] = [
  { path: '/login', typed: [email, password(wording.password)], submit: wording.signIn.submit },
  { path: '/lock', typed: [email], submit: wording.reset.send },
  {
    path: '/password_reset#token=of-a-link',
    typed: [password(wording.newPassword), password(wording.repeat)],
    submit: wording.reset.save,
  },
  {
    path: '/email/confirm#token=of-a-link',
    typed: [password(wording.password)],
    submit: wording.confirm.submit,
  },
  {
    path: '/register',
    typed: [
      email,
      password(wording.password),
      password(wording.repeat),
      [wording.phone, '+49 30 1234567'],
      [wording.register.key, 'KELLER'],
    ],
    ticked: wording.register.terms,
    submit: wording.register.submit,
  },
  {
    path: '/settings',
    signedIn: true,
    typed: [[wording.serials.first, 'KELLER']],
    submit: wording.serials.add,
  },
  {
    path: '/settings',
    behind: wording.deletion.open,
    signedIn: true,
    typed: [password(wording.password), [new RegExp(wording.deletion.word), wording.deletion.word]],
    submit: wording.deletion.now,
  },
  {
    path: '/user',
    signedIn: true,
    typed: [
      [wording.phone, '+49 30 1234567'],
      password(wording.newPassword),
      password(wording.repeat),
      password(wording.currentPassword),
    ],
    submit: wording.save,
  },
]
for (const { path, behind, signedIn = false, typed, ticked, submit } of forms)
  test(`API-09 the form of ${path}${behind ? `, ${behind},` : ''} keeps what was typed when the network goes, and says so`, async ({
    page,
    context,
  }) => {
    if (signedIn) await signIn(page, { stay: true })
    // Stands in for a link from a mail.
    await page.route('**/api/auth/password_reset/check/', (route) =>
      route.fulfill({ json: { linked: false } }),
    )
    await page.goto(path)
    if (behind) await page.getByRole('button', { name: behind }).click()
    const form = page.getByRole(behind ? 'dialog' : 'main')
    for (const [label, text] of typed) await form.getByLabel(label, { exact: true }).fill(text)
    if (ticked) await form.getByLabel(ticked).check()
    await context.setOffline(true)
    await form.getByRole('button', { name: submit, exact: true }).click()
    await expect(form.getByText('Keine Verbindung zum Server').first()).toBeVisible()
    for (const [label, text] of typed) await expect(form.getByLabel(label, { exact: true })).toHaveValue(text)
    if (ticked) await expect(form.getByLabel(ticked)).toBeChecked()
    await context.setOffline(false)
  })

test('DSH-07 the clock of the browser is a day ahead: ages are those of the server', async ({ page }) => {
  await page.addInitScript(() => {
    const now = Date.now
    Date.now = () => now() + 86_400_000
  })
  await signIn(page)
  await expect(page.getByText(/vor \d+\s*s(?!\w)/).first()).toBeVisible()
  await expect(page.getByText(/vor 1 Tag/)).toHaveCount(0)
})
