import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectToFit, prefer } from './browser.ts'
import { signIn, test } from './product.ts'

const guests = [
  'register',
  'lock',
  'password_reset',
  'login_cleverpv',
  'home',
  'contact',
  'imprint',
  'privacy',
  'terms',
]
const owners = ['settings', 'user']

async function inspect(page: Page, address: string) {
  await page.goto(`/${address}`)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('')
  await expect(page.getByText(/wird geladen|loading/i)).toHaveCount(0)
  await expectAccessible(page)
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectToFit(page)
  }
}

for (const [dark, german] of [
  [true, true],
  [false, false],
] as const)
  test(`NAV-03 NAV-05 NAV-06 SHL-11 SHL-12 axe finds nothing and nothing is cut off around the account, ${dark ? 'dark, German' : 'light, English'}`, async ({
    page,
  }) => {
    await prefer(page, { dark, german })
    for (const address of guests) await inspect(page, address)
    await page.goto('/login')
    await page.getByLabel(german ? 'E-Mail-Adresse' : 'E-mail address').fill('demo@kellersonne.example')
    await page.getByLabel(german ? 'Passwort' : 'Password', { exact: true }).fill('Sonne-im-Keller-1')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard')
    for (const address of owners) await inspect(page, address)
  })

test('SET-04 SHL-11 the dialog for the farewell: named, closed by Escape, and nothing happens without both', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/settings')
  const open = page.getByRole('button', { name: 'Konto löschen …' })
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Konto endgültig löschen?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Konto endgültig löschen' }).click()
  await expect(dialog.getByText('Bitte geben Sie das Wort LÖSCHEN ein.')).toBeVisible()
  await dialog.getByLabel('Passwort', { exact: true }).fill('Falsch-aber-lang-1')
  await dialog.getByLabel(/LÖSCHEN/).fill('LÖSCHEN')
  await dialog.getByRole('button', { name: 'Konto endgültig löschen' }).click()
  await expect(dialog.getByText('Das Passwort ist falsch.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
})
