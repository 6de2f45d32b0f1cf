import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectLoaded, expectToFit } from './browser/browser.ts'
import { expectNothingCovered } from './browser/covered.ts'
import { chooseSystem, openTotal } from './pages/overview.ts'
import { enter, owner, test } from './product/product.ts'

const FAMILY = '👨‍👩‍👧‍👦'
/** Broad, in another direction, and with markup: the worst that a name can be. */
const worst = { 1001: 'W'.repeat(40), 1002: `מוסך <b>${FAMILY}</b>`, 1003: 'W'.repeat(40) }

/** Names the demo owner's systems by the API. */
async function give(page: Page, names: Readonly<Record<string, string>>) {
  const { access } = await (await page.request.post('/api/auth/token/', { form: owner })).json()
  for (const [sn, name] of Object.entries(names)) {
    const headers = { authorization: `Bearer ${access}` }
    const answer = await page.request.post('/api/auth/usr_sn/name/', { form: { sn, name }, headers })
    expect(answer.status()).toBe(200)
  }
}
test.afterEach(({ page }) => give(page, { 1001: '', 1002: '', 1003: '' }))

test('SET-07 a name given in the settings is shown on an open dashboard elsewhere', async ({
  page,
  context,
}) => {
  await enter(page, '/dashboard')
  await chooseSystem(page, 'L2')
  const settings = await context.newPage()
  await settings.goto('/settings')
  await settings.getByRole('button', { name: 'Speicher 1002 benennen' }).click()
  await settings.keyboard.type('Garage')
  await settings.keyboard.press('Enter')
  await expect(settings.getByRole('listitem').filter({ hasText: 'L2 · 1002' })).toContainText('Garage')
  await expect(settings.getByRole('button', { name: 'Speicher 1002 benennen' })).toBeFocused()
  await expect(page.getByRole('radio', { name: 'Garage' })).toBeChecked()
  await expect(page.getByRole('heading', { level: 2, name: /„Garage“/ })).toBeVisible()
  await settings.reload()
  await expect(settings.getByRole('listitem').filter({ hasText: 'L2 · 1002' })).toContainText('Garage')
})

const pages = ['/dashboard', '/dashboard/batteries', '/charts', '/calendar', '/update', '/settings']

test('SET-07 the longest and strangest names fit on every page, and are text', async ({ page, product }) => {
  await openTotal(page)
  await give(page, worst)
  // Said of them in the picture: one is stopped, another missing.
  await product.panel.message('1002', 'i2', true)
  await product.panel.cable('1003', false)
  for (const address of pages) {
    await page.goto(address)
    await expectLoaded(page)
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expectToFit(page)
      await expectAccessible(page)
      if (address !== '/dashboard') continue
      await expect(page.getByText(/sind nicht alle Werte bekannt\.$/)).toBeVisible()
      // Wide, names that an ellipsis cuts count as if they were whole.
      if (width === 390) await expectNothingCovered(page)
    }
  }
  await expect(page.getByRole('main').getByText(FAMILY).first()).toBeVisible()
})
