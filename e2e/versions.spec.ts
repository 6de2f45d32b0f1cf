import { expect, type Page } from '@playwright/test'
import { enter, test, withServiceWorker } from './product/product.ts'
import { openRecordingProxy } from './product/recording-proxy.ts'

type Marked = Window & { marked?: true }
const mark = (page: Page) =>
  page.evaluate(() => {
    ;(window as Marked).marked = true
  })
const isMarked = () => (window as Marked).marked === true
const reloaded = (page: Page) => page.waitForFunction(() => !('marked' in window))
const update = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
  })

test.describe('an older page', () => {
  /** Intercepts all answers except the stream's, which would never complete; the build they name can be changed. */
  async function serveBuild(page: Page, first: string) {
    const served = { build: first }
    await page.route(/\/api\/(?!auth\/live\/)/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), 'x-build': served.build } })
    })
    return served
  }

  test('SHL-06 is asked whether to load the new version, keeps what is typed, and is asked once', async ({
    page,
  }) => {
    await enter(page, '/dashboard')
    const served = await serveBuild(page, 'tomorrow')
    await page.goto('/settings')
    const box = page.getByRole('dialog', { name: 'neue Version' })
    await expect(box).toBeVisible()
    await mark(page)
    await box.getByRole('button', { name: 'Später' }).click()
    await page.getByLabel('1. Seriennummer').fill('KELLER')
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await page.getByRole('link', { name: 'Einstellungen' }).first().click()
    await expect(page.getByLabel('1. Seriennummer')).toBeVisible()
    await expect(box).toHaveCount(0)
    served.build = 'the day after'
    await page.reload()
    await mark(page)
    await page.getByRole('button', { name: 'Jetzt neu laden' }).click()
    await reloaded(page)
    await expect(page.getByLabel('1. Seriennummer')).toBeVisible()
    // Wait for pending requests before the page is closed.
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('SHL-07 a part that has disappeared leaves the layout in place and offers the reload', async ({
    page,
  }) => {
    await enter(page, '/dashboard')
    await page.route('**/assets/SettingsPage*.js', (route) => route.fulfill({ status: 404 }))
    await page.getByRole('link', { name: 'Einstellungen' }).first().click()
    await expect(page.getByText('Ein Teil des Portals konnte nicht geladen werden')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toBeVisible()
    await page.unroute('**/assets/SettingsPage*.js')
    await page.getByRole('button', { name: 'Neu laden' }).click()
    await expect(page.getByLabel('1. Seriennummer')).toBeVisible()
  })
})

/** The product behind a proxy that can serve a different worker from the one built. */
const changing = withServiceWorker.extend<{ worker: Map<string, string> }>({
  // biome-ignore lint/correctness/noEmptyPattern: tells Playwright that no fixture is needed
  worker: ({}, use) => use(new Map()),
  baseURL: async ({ product, worker }, use) => {
    await using tap = await openRecordingProxy(Number(new URL(product.url).port), worker)
    await use(tap.url)
  },
})
changing(
  'SHL-06 a new worker reloads the page once, and not while something is typed',
  async ({ page, worker }) => {
    await enter(page, '/dashboard')
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.goto('/settings')
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.getByLabel('1. Seriennummer').fill('KELLER')
    await mark(page)
    // The page registers its worker once it has been idle for a while.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /serviceWorker-/.test(name)),
    )
    worker.set('/sw.js', '\n// newer')
    await update(page)
    await page.waitForFunction(async () => (await navigator.serviceWorker.ready).waiting !== null)
    expect(await page.evaluate(isMarked)).toBe(true)
    await page.getByLabel('1. Seriennummer').fill('')
    await reloaded(page)
    await expect(page.getByLabel('1. Seriennummer')).toBeVisible()
    await mark(page)
    await update(page)
    expect(await page.evaluate(isMarked)).toBe(true)
    worker.set('/sw.js', '\n// newest')
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /serviceWorker-/.test(name)),
    )
    await update(page)
    await expect(page.getByRole('dialog', { name: 'neue Version' })).toBeVisible()
    expect(await page.evaluate(isMarked)).toBe(true)
  },
)
