import { type BrowserContext, expect, type Page } from '@playwright/test'
import { alterData } from './browser/altered-data.ts'
import { expectAccessible } from './browser/browser.ts'
import { signIn, test } from './product/product.ts'

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /Update|updates/ })

/** Live data with or without an update for L2. */
async function offerings(context: BrowserContext) {
  const now = { offered: false }
  await alterData(context, (sn, data) => (sn === '1002' ? { ...data, updatable: now.offered } : data))
  return now
}

/** A stream may be requested until its page is closed. */
test.afterEach(({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' }))

/** Waits for live values without any update. */
async function expectNothingOffered(page: Page) {
  await expect(page.getByText('Alle Speicher sind aktuell.')).toBeAttached()
  await expect(page.locator('[role="status"][class*="Toast"]')).toBeAttached()
}

/** Counts how often the pages of a context announce an update, across reloads. */
async function announcements(context: BrowserContext) {
  const requests = { times: 0 }
  await context.exposeFunction('onAnnouncement', () => {
    requests.times += 1
  })
  await context.addInitScript(() => {
    let shown = false
    const look = () => {
      const toasts = [...document.querySelectorAll('[role=status]')]
      const now = toasts.some(({ textContent }) => textContent?.includes('Update für L2 verfügbar'))
      if (now && !shown) window.onAnnouncement?.()
      shown = now
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
  })
  return requests
}
declare global {
  interface Window {
    onAnnouncement?: () => void
  }
}

const toast = (page: Page) => page.getByRole('status').getByText('Update für L2 verfügbar')

test('SHL-03 SHL-07 a new update is announced once, in one of two tabs; not on the first load', async ({
  page,
  context,
}) => {
  const now = await offerings(context)
  const requests = await announcements(context)
  await signIn(page, { stay: true })
  const other = await context.newPage()
  await other.goto('/calendar')
  const tabs = [page, other]
  for (const tab of tabs) await expectNothingOffered(tab)
  now.offered = true
  for (const tab of tabs) await expect(bell(tab)).toHaveAccessibleName(/^1 Update verfügbar/)
  // The tabs take turns, so the announcement comes after the bell.
  await expect.poll(() => requests.times).toBe(1)
  for (const tab of tabs) await expect(toast(tab)).toHaveCount(0)
  expect(requests.times).toBe(1)
  await page.reload()
  await expect(bell(page)).toHaveAccessibleName(/^1 Update verfügbar/)
  now.offered = false
  await expect(bell(page)).toHaveAccessibleName(/^Updates/)
  expect(requests.times).toBe(1)
})

test('SHL-03 SHL-11 the word of an update stays for who goes to it, and leads there', async ({
  page,
  context,
}) => {
  const now = await offerings(context)
  await signIn(page)
  await expectNothingOffered(page)
  now.offered = true
  // Without delay: it closes after a few seconds unless it is focused.
  await page.getByRole('status').getByRole('link').focus()
  await expect(toast(page)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/update\?sn=1002$/)
  await expect(toast(page)).toHaveCount(0)
})
