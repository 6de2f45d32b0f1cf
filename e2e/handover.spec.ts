import { expect, type Page } from '@playwright/test'
import { expectLoaded, expectToFit } from './browser/browser.ts'
import { texts } from './pages/texts.ts'
import { linkIn, mail } from './product/mails.ts'
import { test as base, owner } from './product/product.ts'
import { openProduct, type Product } from './product/started.ts'

const buyer = { email: 'berta@example.org', password: 'Mond-im-Garten-7' }
/** On L3. */
const SOLD = '1003'

/** A product of its own: the sale takes a system's past from everybody. */
const test = base.extend<{ house: Product }>({
  // biome-ignore lint/correctness/noEmptyPattern: tells Playwright that no fixture is needed
  house: async ({}, use) => {
    await using house = await openProduct('handover')
    await use(house)
  },
  baseURL: ({ house }, use) => use(house.url),
})

async function signIn(page: Page, { email, password }: typeof owner) {
  await page.goto('/login')
  await page.getByLabel('E-Mail-Adresse', { exact: true }).fill(email)
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await page.waitForURL('**/dashboard')
}

/** Opens the calendar; returns the days of this month with a PV yield. */
async function daysWithYield(page: Page, sn: string) {
  const loaded = page.waitForResponse(/\/api\/auth\/calendar\//)
  await page.goto(`/calendar?sn=${sn}`)
  await loaded
  await expectLoaded(page)
  return page.getByRole('grid').getByRole('link', { name: /Wh/ })
}

test('AUT-12 AUT-17 a house is sold: the battery changes hands, and neither owner sees the other’s past', async ({
  page,
  browser,
  house,
}) => {
  await test.step('the buyer registers with the code, which this browser keeps for the link', async () => {
    const code = (await house.panel.sticker(SOLD)) ?? ''
    const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)
    await page.goto('/register')
    await fill(texts.de.email, buyer.email)
    await fill(texts.de.password, buyer.password)
    await fill(texts.de.repeat, buyer.password)
    await page.getByLabel(texts.de.phone).fill('+4915112345678')
    await page.getByLabel(texts.de.register.key).fill(code)
    await page.getByLabel(texts.de.register.terms).check()
    await page.getByRole('button', { name: texts.de.register.submit, exact: true }).click()
    await page.goto(linkIn(await mail(house, buyer.email, 'noch ein Schritt')))
    await expect(page.getByLabel('Registrierungscode')).toHaveValue(code)
    await fill(texts.de.password, buyer.password)
    await fill(texts.de.repeat, buyer.password)
    await page.getByRole('button', { name: 'Konto anlegen' }).click()
    await expect(page.getByText('die Übergabe hat begonnen')).toBeVisible()
  })
  await using elsewhere = await browser.newContext({ baseURL: house.url })
  const seller = await elsewhere.newPage()

  await test.step('the buyer reads what is still to be done', async () => {
    await page.goto('/settings')
    const row = page.getByRole('listitem').filter({ hasText: SOLD })
    await expect(row).toContainText('Der Speicher gehört noch jemand anderem. Schalten Sie bis ')
    await house.panel.mainSwitch(SOLD, false)
    await house.panel.mainSwitch(SOLD, true)
    await expect(row).toContainText('Der Hauptschalter wurde betätigt.')
  })

  await test.step('the seller is asked, and hands it over', async () => {
    expect(await mail(house, owner.email, `Möchten Sie Speicher ${SOLD} übergeben?`)).toContain('/settings')
    await signIn(seller, owner)
    await expect(await daysWithYield(seller, SOLD)).not.toHaveCount(0)
    await seller.goto('/dashboard')
    await seller.getByText('L3 wird übergeben.').waitFor()
    await seller.goto('/settings')
    await seller.setViewportSize({ width: 390, height: 844 })
    await expect(seller.getByRole('button', { name: 'L3 jetzt übergeben' })).toBeVisible()
    await expectToFit(seller)
    await seller.getByRole('button', { name: 'L3 jetzt übergeben' }).click()
    const dialog = seller.getByRole('dialog')
    await dialog.getByLabel('Passwort', { exact: true }).fill(owner.password)
    await expectToFit(seller)
    await dialog.getByRole('button', { name: 'Übergeben', exact: true }).click()
    await expect(seller.getByRole('listitem').filter({ hasText: SOLD })).toHaveCount(0)
  })

  await test.step('the buyer has it, without its past; the seller has it no more', async () => {
    await expect(page.getByRole('button', { name: `Speicher ${SOLD} abgeben` })).toBeVisible()
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expect(await daysWithYield(page, SOLD)).toHaveCount(0)
    await seller.setViewportSize({ width: 1280, height: 720 })
    await seller.goto('/dashboard')
    await expect(seller.getByRole('radio', { name: 'L2' })).toBeVisible()
    await expect(seller.getByRole('radio', { name: 'L3' })).toHaveCount(0)
  })
})
