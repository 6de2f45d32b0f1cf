import { writeLog } from '@kellersonne/testing/log'
import { test as base, expect, type Page } from '@playwright/test'
import { watchBrowserErrors } from '../browser/browser-errors.ts'
import { openProduct, type Product } from './started.ts'

export const owner = { email: 'demo@kellersonne.example', password: 'Sonne-im-Keller-1' }

/** One product per parallel worker; each test starts with units in their factory state. */
export const test = base.extend<
  { fresh: undefined; clean: undefined; logged: undefined; provoked: RegExp | null },
  { product: Product }
>({
  product: [
    async ({ browserName }, use) => {
      await using product = await openProduct(browserName)
      await use(product)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  provoked: [null, { option: true }],
  clean: [
    // Requires the test's own context to exist.
    async ({ browser, context, provoked }, use) => {
      using browserErrors = await watchBrowserErrors(browser, provoked)
      await use(undefined)
      // A request that a page still makes in the end must not fail a test that is over.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      expect(browserErrors.errors, 'what the browser complained of').toEqual([])
    },
    { auto: true },
  ],
  logged: [
    // biome-ignore lint/correctness/noEmptyPattern: tells Playwright that no fixture is needed
    async ({}, use, info) => {
      await use(undefined)
      if (info.status === info.expectedStatus) return
      const path = writeLog(info.titlePath.join(' '))
      if (path !== null) await info.attach('product.log', { path })
    },
    { auto: true },
  ],
  baseURL: ({ product }, use) => use(product.url),
  fresh: [
    async ({ product }, use) => {
      await product.panel.reset()
      await use(undefined)
    },
    { auto: true },
  ],
})

/**
 * Like `test`, with a service worker and a context of its own: Playwright empties a reused one by loading a blank page, in whose
 * place the worker would serve the portal, which redirects.
 */
export const withServiceWorker = test.extend({
  context: async ({ browser }, use) => {
    await using context = await browser.newContext({ serviceWorkers: 'allow' })
    await use(context)
  },
  page: async ({ context }, use) => use(await context.newPage()),
})

/** Signs in as the demo owner and waits for the dashboard. */
export async function signIn(page: Page, { stay = false } = {}) {
  await page.goto('/login')
  await page.getByLabel('E-Mail-Adresse').fill(owner.email)
  await page.getByLabel('Passwort', { exact: true }).fill(owner.password)
  if (stay) await page.getByLabel('Angemeldet bleiben').check()
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await page.waitForURL('**/dashboard')
}

/**
 * Signs in as the demo owner, who stays signed in, without the sign-in page; opens a page if `address` is given. For
 * tests that are not about signing in.
 */
export async function enter(page: Page, address?: string) {
  const context = page.context()
  const form = { ...owner, stay_logged_in: 'true' }
  const answer = await context.request.post('/api/auth/token/', { form })
  const { access, refresh } = await answer.json()
  const kept = { accessToken: access, refreshToken: refresh, stayLoggedIn: 'true' }
  // In the page itself: the context's own storage state would open another page, with a process of its own, to set it.
  const { origin } = new URL(answer.url())
  await page.route(`${origin}/empty`, (route) => route.fulfill({ body: '' }), { times: 1 })
  await page.goto(`${origin}/empty`)
  await page.evaluate((values) => {
    for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value)
  }, kept)
  if (address !== undefined) await page.goto(address)
}
