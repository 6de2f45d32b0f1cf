import { expect } from '@playwright/test'
import { expectLoaded } from './browser/browser.ts'
import { owner, signIn, test } from './product/product.ts'

const dashboard = /\/dashboard$/
const login = /\/login$/

test('NAV-01 NAV-02 the bare address leads to the sign-in page', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(login)
  await expect(page).toHaveTitle(/^Anmelden/)
})

test('NAV-04 AUT-07 an owner signs in and lands on the dashboard', async ({ page }) => {
  await signIn(page)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page).toHaveTitle(/^(Dashboard|Übersicht)/)
  const kept = await page.evaluate(() => ({
    local: Object.keys(localStorage),
    session: JSON.stringify(sessionStorage),
  }))
  expect(kept.local).toEqual(expect.arrayContaining(['accessToken', 'refreshToken']))
  expect(kept.session).not.toContain(owner.email)
})

test('NAV-04 a wrong password says so, keeps what was typed, and signs nobody in', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('E-Mail-Adresse').fill(owner.email)
  await page.getByLabel('Passwort', { exact: true }).fill('Falsch-aber-lang-1')
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByLabel('E-Mail-Adresse')).toHaveValue(owner.email)
  await expect(page).toHaveURL(login)
})

test('NAV-09 the guard: no dashboard without a session, no sign-in page with one', async ({ page }) => {
  await page.goto('/dashboard')
  await expect(page).toHaveURL(login)
  await signIn(page)
  await page.goto('/login')
  await expect(page).toHaveURL(dashboard)
})

test('NAV-02 SHL-01 AUT-09 logging out empties the browser and ends the session on the server', async ({
  page,
}) => {
  await signIn(page, { stay: true })
  const refresh = await page.evaluate(() => localStorage.getItem('refreshToken') ?? '')
  const elsewhere = await page.request.post('/api/auth/token/', {
    form: { ...owner, stay_logged_in: 'true' },
  })
  const headers = { authorization: `Bearer ${(await elsewhere.json()).access}` }
  const sessions = async () =>
    (await (await page.request.get('/api/auth/sessions/', { headers })).json()).length
  const before = await sessions()
  await page.getByRole('button', { name: /Profil|Konto/ }).click()
  await page.getByRole('link', { name: 'Abmelden' }).click()
  await expect(page).toHaveURL(login)
  const left = await page.evaluate(() => [
    localStorage.getItem('accessToken'),
    localStorage.getItem('refreshToken'),
  ])
  expect(left).toEqual([null, null])
  // The page is left before the server answers.
  await expect.poll(sessions).toBe(before - 1)
  const again = await page.request.post('/api/auth/token/refresh/', { form: { refresh } })
  expect(again.status()).toBe(401)
})

test('AUT-08 a token whose session state no tab has ends at the sign-in page, which says why', async ({
  page,
  context,
}) => {
  await signIn(page)
  const other = await context.newPage()
  await page.close()
  await other.goto('/charts')
  await expect(other).toHaveURL(login)
  await expect(other.getByRole('status')).toContainText('Dieser Tab kannte Ihre Sitzung nicht')
})

test('AUT-08 AUT-09 a second tab takes the session state from the first, and signing out there ends both', async ({
  page,
  context,
}) => {
  await signIn(page)
  // A tab that is still busy with its own page may not answer in time.
  await expectLoaded(page)
  const other = await context.newPage()
  await other.goto('/charts')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(other).toHaveURL(/\/charts/)
  await expect(page).toHaveURL(dashboard)
  await other.goto('/logout')
  await expect(other).toHaveURL(login)
  await expect(page).toHaveURL(login)
  await expect(page.getByRole('status')).toContainText('in einem anderen Tab abgemeldet')
})

test('NAV-12 who asks for the update of a system without a session gets there by signing in', async ({
  page,
}) => {
  await page.goto('/update?sn=1002')
  await expect(page).toHaveURL('/login?to=%2Fupdate%3Fsn%3D1002')
  await page.getByLabel('E-Mail-Adresse').fill(owner.email)
  await page.getByLabel('Passwort', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page.getByRole('region', { name: 'Update', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/update/)
})

test('AUT-08 who stays signed in is still so in a new tab', async ({ page, context }) => {
  await signIn(page, { stay: true })
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(other.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(other).toHaveURL(dashboard)
})

test('API-02 AUT-11 two tabs with an expired access token get one new session token, and both live', async ({
  page,
  context,
}) => {
  await signIn(page, { stay: true })
  const renewals: string[] = []
  await context.route('**/token/refresh/', async (route) => {
    const response = await route.fetch()
    renewals.push(await response.text())
    // The page that sent the request may be gone by now: it is reloaded below.
    await route.fulfill({ response }).catch(() => undefined)
  })
  await page.evaluate(() => localStorage.setItem('accessToken', 'expired'))
  const other = await context.newPage()
  await Promise.all([page.reload(), other.goto('/dashboard')])
  for (const tab of [page, other]) await expect(tab.getByRole('img', { name: /Sonne/ }).first()).toBeVisible()
  const refreshTokens = renewals.map((text) => /"refresh":"([^"]+)"/.exec(text)?.[1])
  expect(refreshTokens.length).toBeGreaterThan(0)
  expect(new Set(refreshTokens).size).toBe(1)
})

test('NAV-11 an unknown address shows the way home', async ({ page }) => {
  await page.goto('/nirgendwo')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('link').first().click()
  await expect(page).toHaveURL(login)
})

test('NAV-10 who goes to the updates before the first data have come gets there when they have', async ({
  page,
}) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/auth/live/', (route) => promise.then(() => route.continue()))
  await signIn(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Update' }).click()
  await expect(page.getByRole('progressbar', { name: 'Wird geladen' })).toBeVisible()
  await expect(page).toHaveURL(dashboard)
  resolve()
  await expect(page.getByRole('region', { name: 'Update', exact: true })).toBeVisible()
  await page.goto('/dashboard')
})

test('NAV-12 the back button and a reload keep the page', async ({ page }) => {
  await signIn(page, { stay: true })
  await page.goto('/nirgendwo')
  await page.goBack()
  await expect(page).toHaveURL(dashboard)
  await page.reload()
  await expect(page).toHaveURL(dashboard)
})

test('PRD-06 SHL-09 German and dark by default; both choices last', async ({ page }) => {
  await page.goto('/login')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark')
  await page.evaluate(() => {
    localStorage.setItem('languageSelected', 'false')
    localStorage.setItem('darkMode', 'false')
  })
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'light')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test('STO-02 SHL-09 corrupt stored state is dropped; a language that is not `true` is English', async ({
  page,
}) => {
  await page.goto('/login')
  await page.evaluate(() => {
    for (const key of ['accessToken', 'refreshToken', 'darkMode', 'languageSelected'])
      localStorage.setItem(key, '{"\u0000')
    sessionStorage.setItem('state', 'not json')
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
})
