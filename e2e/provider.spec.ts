import { expect, type Page } from '@playwright/test'
import { expectToFit, tabTo } from './browser/browser.ts'
import { owner } from './product/product.ts'
import { test } from './product/provider.ts'

const leave = (page: Page) => page.getByRole('button', { name: 'Weiter zu CleverPV' })

test('AUT-10 a first sign-in links by the password, the second signs in at once', async ({
  page,
  browser,
  federation,
}) => {
  await federation.signInAs(page, owner.email)
  await expect(page.getByRole('heading', { name: 'Konto verbinden' })).toBeVisible()
  expect(page.url()).toBe(`${federation.product.url}/login_cleverpv`)
  await expect(page.getByLabel('E-Mail-Adresse')).toHaveValue(owner.email)
  await page.keyboard.type('Falsch-aber-lang-1')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Das Passwort ist falsch.')).toBeVisible()
  await page.getByLabel('Passwort', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')

  await using elsewhere = await browser.newContext({ baseURL: federation.product.url })
  const other = await elsewhere.newPage()
  await federation.signInAs(other, owner.email)
  await other.waitForURL('**/dashboard')
  await expect(other.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await other.goBack()
  expect(other.url()).not.toContain('code=')

  await test.step('AUT-18 ends the link in the settings, and adds it anew', async () => {
    const row = page.getByRole('listitem').filter({ hasText: 'CleverPV' })
    const confirm = async (act: string) => {
      await row.getByRole('button', { name: act }).click()
      await page.getByRole('dialog').getByLabel('Passwort', { exact: true }).fill(owner.password)
      await page.keyboard.press('Enter')
    }
    await page.goto('/settings')
    await expect(row).toContainText('verbunden seit')
    await confirm('Verbindung mit CleverPV beenden')
    await expect(page.getByText('Die Verbindung mit CleverPV ist beendet.')).toBeVisible()
    await expect(row).toContainText('nicht verbunden')

    await confirm('Mit CleverPV verbinden')
    // The provider still has the session, but the portal has it ask again.
    await federation.answerAs(page, owner.email)
    await expect(page.getByText('Ihr Konto ist jetzt mit CleverPV verbunden.')).toBeVisible()
    expect(page.url()).toBe(`${federation.product.url}/login_cleverpv`)
    await page.getByRole('link', { name: 'Zu den Einstellungen' }).click()
    await expect(row).toContainText('verbunden seit')
    await confirm('Verbindung mit CleverPV beenden')
    await expect(row).toContainText('nicht verbunden')
  })
})

test('AUT-10 nobody known goes on to registration, and no ticket is in the address', async ({
  page,
  federation,
}) => {
  await federation.signInAs(page, 'new@example.org')
  await page.waitForURL('**/register')
  await expect(page.getByLabel('E-Mail-Adresse')).toHaveValue('new@example.org')
})

test('AUT-10 an owner who declines at the provider learns so, and can go again', async ({
  page,
  federation,
}) => {
  await page.goto('/login_cleverpv')
  await leave(page).click()
  await page.waitForURL(`${federation.issuer}/**`)
  await page.getByRole('button', { name: 'No' }).click()
  await expect(page.getByText(/abgebrochen oder abgelehnt/)).toBeVisible()
  expect(page.url()).toBe(`${federation.product.url}/login_cleverpv`)
  await expect(leave(page)).toBeEnabled()
})

test('AUT-10 PRD-06 by keyboard alone, on a phone and on a desktop', async ({ page, federation }) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/login_cleverpv')
    await expect(leave(page)).toBeVisible()
    await expectToFit(page)
    await tabTo(leave(page))
    await page.keyboard.press('Enter')
    await page.waitForURL(`${federation.issuer}/**`)
  }
})
