import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectToFit, tabTo } from './browser/browser.ts'
import { linkIn, mail } from './product/mails.ts'
import { test } from './product/product.ts'

const PASSWORD = 'Mond-im-Garten-7'
const STRANGERS = 'Ganz-fremder-Keller-7'
const PHONE = { width: 390, height: 844 }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('AUT-15 AUT-16 whoever registers by code keeps the battery, though a stranger registers their address, too', async ({
  page,
  product,
}) => {
  const email = `anna@${crypto.randomUUID()}.example`
  const shown = { email, phone: '+4915112345678', country: 'DE', terms: '2026-11-21', lang: 'de' }
  const register = (form: Record<string, string>) =>
    page.request.post('/api/auth/register/', { form: { ...shown, ...form } })
  const code = (await product.panel.sticker('KELLER')) ?? ''
  expect((await register({ key1: code, password: PASSWORD })).ok()).toBe(true)
  expect((await register({ key1: '777777', password: STRANGERS })).ok()).toBe(true)
  const text = await mail(product, email, 'noch ein Schritt')
  expect(text).toContain('Zu ihr gibt es schon ein Konto')

  await test.step('the page asks whose the account is, in a wide window and on a phone', async () => {
    await page.goto(linkIn(text))
    await expect(button(page, 'Ja, sein Passwort eingeben')).toBeFocused()
    await expectAccessible(page)
    await page.setViewportSize(PHONE)
    await expectToFit(page)
    await expectAccessible(page)
  })

  await test.step('by keyboard alone, she looks at both answers and gives her password', async () => {
    await tabTo(button(page, 'Nein, ein neues Konto anlegen'))
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Passwort wiederholen')).toBeVisible()
    await expectToFit(page)
    await tabTo(button(page, 'Zurück zur Auswahl'))
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Passwort dieses Kontos')).toBeFocused()
    await expectAccessible(page)
    await expectToFit(page)
    await page.keyboard.type(STRANGERS)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Das Passwort ist falsch.')).toBeVisible()
    await page.getByLabel('Passwort dieses Kontos').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Willkommen' })).toBeVisible()
  })

  await test.step('she has her battery, with a confirmed address', async () => {
    await page.goto('/settings')
    await expect(button(page, 'Speicher KELLER abgeben')).toBeVisible()
    await expect(page.getByText('Ihre E-Mail-Adresse ist noch nicht bestätigt.')).toHaveCount(0)
    // Other tests claim it, too.
    await button(page, 'Speicher KELLER abgeben').click()
    await page.getByRole('dialog').getByLabel('Passwort', { exact: true }).fill(PASSWORD)
    await page.getByRole('dialog').getByRole('button', { name: 'Abgeben', exact: true }).click()
    await expect(button(page, 'Speicher KELLER abgeben')).toHaveCount(0)
  })
})
