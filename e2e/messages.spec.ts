import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectToFit, prefer } from './browser/browser.ts'
import { enter, test } from './product/product.ts'

const banner = (page: Page, fact: RegExp) => page.getByRole('status').getByText(fact)
const goTo = async (page: Page, address: string) => {
  await enter(page)
  await page.goto(address)
}

test('ENT-06 DSH-05 each flag can be raised at a unit, read, understood and resolved', async ({
  page,
  product,
}) => {
  const own = ['ein', 'aus', 'wait60', 'sm_test']
  await goTo(page, '/dashboard/messages?sn=1002')
  const raised = (await product.panel.flags()).filter(({ code }) => !own.includes(code))
  expect(raised).toHaveLength(12)
  for (const { code, display } of raised) {
    await product.panel.message('1002', code, true)
    // Open messages come first, then the latest: other tests may have raised it before.
    const row = page
      .getByRole('row')
      .filter({ has: page.getByText(display, { exact: true }) })
      .first()
    await expect(row.getByText(code === 'm' ? 'aktuell' : 'offen')).toBeVisible()
    await row.getByRole('button').click()
    const dialog = page.getByRole('dialog')
    for (const part of ['Was das bedeutet', 'Was daraus folgt', 'Was Sie tun können', /Wann Sie Hilfe/])
      await expect(dialog.getByRole('heading', { name: part })).toBeVisible()
    await product.panel.message('1002', code, false)
    await expect(dialog.getByText('besteht inzwischen nicht mehr')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(row.getByText(code === 'm' ? 'beendet' : 'behoben')).toBeVisible()
  }
})

test('DSH-05 ENT-06 codes nobody knows are shown as they are, in quotation marks, placeholder times never', async ({
  page,
  product,
}) => {
  await product.panel.message('1002', 'x9', true)
  await product.panel.error('1002', 4711, true)
  await product.panel.error('1002', 4712, true, false)
  await goTo(page, '/dashboard/messages?sn=1002&open=true')
  await expect(page.getByText('Der Speicher meldet den Code „x9“.')).toBeVisible()
  await expect(page.getByText('Die Batterie meldet den Fehler 4711.')).toBeVisible()
  await expect(page.getByText(/4712|2000/)).toHaveCount(0)
})

test('SHL-08 DSH-05 the list comes in tens, its address says what is shown, and nonsense in it falls back', async ({
  page,
  product,
}) => {
  for (const { code } of await product.panel.flags())
    if (!['ein', 'aus', 'wait60', 'sm_test'].includes(code)) await product.panel.message('1003', code, true)
  await goTo(page, '/dashboard/messages?sn=1003&page=zero&severity=nonsense&open=maybe')
  const pages = page.getByRole('navigation', { name: 'Seiten der Meldungen' })
  await expect(pages.getByRole('button', { name: 'Seite 1' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(11)
  await pages.getByRole('button', { name: 'Seite 2' }).click()
  await expect(page).toHaveURL(/page=2/)
  await page.getByLabel('Art').selectOption({ label: 'Dringend' })
  await expect(page).toHaveURL(/severity=danger/)
  const open = page.getByRole('row').filter({ hasText: 'offen' })
  await expect(open).toHaveCount(3)
  await page.reload()
  await expect(open).toHaveCount(3)
  await page.goBack()
  await expect(page).toHaveURL(/page=2/)
})

test('DSH-04 banners name the systems, two at most and then how many more; closed, they stay so for the session', async ({
  page,
  product,
}) => {
  await product.panel.message('1001', 'i2', true)
  await product.panel.message('1003', 'i2', true)
  await product.panel.message('1002', 'relay', true)
  await product.panel.message('1002', 'i', true)
  await enter(page, '/dashboard')
  await expect(banner(page, /Relay! an L2 ist nicht behoben/)).toBeVisible()
  await expect(page.getByText('+1 weitere')).toBeVisible()
  await page.getByText('+1 weitere').click()
  await expect(banner(page, /I>> an L1 und L3/)).toBeVisible()
  await expectAccessible(page)
  const close = page.getByRole('button', { name: /Schließen: Relay!/ })
  await close.click()
  await expect(banner(page, /Relay! an L2/)).toHaveCount(0)
  await page.reload()
  await expect(banner(page, /I>> an L1 und L3/)).toBeVisible()
  await expect(banner(page, /Relay! an L2/)).toHaveCount(0)
  await product.panel.message('1001', 'i2', false)
  await expect(banner(page, /I>> an L3 /)).toBeVisible()
  await page.getByRole('button', { name: 'Was tun?' }).first().click()
  await expect(page.getByRole('dialog').getByText('Was Sie tun können')).toBeVisible()
})

for (const { dark, german, width } of [
  { dark: true, german: true, width: 390 },
  { dark: false, german: false, width: 1440 },
])
  test(`SHL-11 SHL-12 messages hold at ${width} px, ${german ? 'German' : 'English'}, ${dark ? 'dark' : 'light'}`, async ({
    page,
    product,
  }) => {
    await prefer(page, { dark, german: true })
    await product.panel.message('1002', 'i2', true)
    await product.panel.message('1001', 'relay', true)
    await page.setViewportSize({ width, height: 900 })
    await enter(page)
    await prefer(page, { dark, german })
    await page.goto('/dashboard/messages')
    await expect(page.getByText('Relay!').first()).toBeVisible()
    await expectAccessible(page)
    await expectToFit(page)
    await page.getByRole('button', { name: /Netzrelais|grid relay/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
    await expectToFit(page)
  })
