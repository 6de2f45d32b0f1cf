import { expect } from '@playwright/test'
import { expectAccessible, expectLoaded, expectToFit } from './browser/browser.ts'
import { chooseSystem } from './pages/overview.ts'
import { test as base, signIn } from './product/product.ts'
import { openProduct } from './product/started.ts'

/** A product of its own: the others do without a gateway. */
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: tells Playwright that no fixture is needed
  baseURL: async ({}, use) => {
    await using product = await openProduct('gateway', { DEMO_GATEWAY: '1' })
    await use(product.url)
  },
})

test('GWY-50 GWY-30 the demo’s fourth system is a gateway in front of three devices', async ({ page }) => {
  await signIn(page)
  await page.goto('/dashboard/batteries')
  await chooseSystem(page, 'Gateway')
  const device = page.getByRole('region', { name: 'Gerät' })
  await expect(device).toContainText('1004')
  await expect(device).toContainText('Updates kommen vom Hersteller der Geräte.')
  await expect(page.getByRole('region', { name: 'Befehle' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Batteriestatus' })).toContainText(
    /Netzspannung2[23]\d,\d\sV/,
  )
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectLoaded(page)
    await expectToFit(page)
    await expectAccessible(page)
  }
})
