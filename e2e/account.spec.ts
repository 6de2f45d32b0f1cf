import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { entriesOf } from './archive.ts'
import type { Product } from './product.ts'
import { test } from './provider.ts'

const EMAIL = 'frida.keller@example.org'
const PHONE = '+49 30 1234567'
const PASSWORD = 'Sonnenschein-im-Haus-7'
const NEW_PASSWORD = 'Dachziegel+Regen-42'

/** What is asked at registration, in German. */
async function fillRegistration(page: Page, key: string) {
  await page.goto('/register')
  await page.getByLabel('E-Mail-Adresse').fill(EMAIL)
  await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Passwort wiederholen').fill(PASSWORD)
  await page.getByLabel('Telefon').fill(PHONE)
  await page.getByLabel('Seriennummer oder Registrierungscode').fill(key)
  await page.getByLabel(/Ich stimme den Nutzungsbedingungen zu/).check()
}

async function signOut(page: Page) {
  await page.goto('/logout')
  await page.waitForURL('**/login')
}

async function signInWith(page: Page, password: string) {
  await page.goto('/login')
  await page.getByLabel('E-Mail-Adresse').fill(EMAIL)
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
}

/** The text of the newest mail to the address with this in its subject, once it has come. */
async function mail(product: Product, subject: RegExp): Promise<string> {
  let text = ''
  await expect
    .poll(async () => {
      const mails = await product.panel.mailsTo(EMAIL)
      text = mails.find((one) => subject.test(one.subject))?.text ?? ''
      return text
    })
    .not.toBe('')
  return text
}

/** Every file below a folder but the database's own, which the server's tests scan table by table. */
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('postgres'))
    .map((entry) => join(entry.parentPath, entry.name))

test('AUT-01 AUT-06 AUT-10 AUT-12 SET-01 SET-04 SET-06 an owner comes, stays a while, and leaves nothing behind', async ({
  page,
  product,
  federation,
}) => {
  test.setTimeout(120_000)
  await test.step('registers with the code on the unit', async () => {
    await fillRegistration(page, (await product.panel.sticker('2001')) ?? '')
    await page.getByRole('button', { name: 'Registrieren' }).click()
    await expect(page.getByRole('heading', { name: 'Willkommen' })).toBeVisible()
    await expect(page.getByText('gehört jetzt Ihnen')).toBeVisible()
    expect(await mail(product, /Willkommen/)).not.toContain(PASSWORD)
    expect(await mail(product, /2001/)).toContain('2001')
    await page.getByRole('button', { name: 'Zum Dashboard' }).click()
    await page.waitForURL('**/dashboard')
    await product.panel.hold('2001', { grid_v: 217 })
    await expect(page.getByText('217').first()).toBeVisible()
  })

  await test.step('forgets the password and chooses another', async () => {
    await signOut(page)
    await page.getByRole('link', { name: 'Passwort vergessen?' }).click()
    await page.getByLabel('E-Mail-Adresse').fill(EMAIL)
    await page.getByRole('button', { name: 'Link senden' }).click()
    await expect(page.getByText(/auch im Spam-Ordner/)).toBeVisible()
    const link = /http\S+\/password_reset\S+/.exec(await mail(product, /Neues Passwort/))?.[0] ?? ''
    await page.goto(link)
    await page.getByLabel('Neues Passwort', { exact: true }).fill(NEW_PASSWORD)
    await page.getByLabel('Passwort wiederholen').fill(NEW_PASSWORD)
    expect(page.url()).not.toContain('token')
    await page.getByRole('button', { name: 'Passwort speichern' }).click()
    await expect(page.getByText('Ihr Passwort ist geändert.', { exact: false })).toBeVisible()
    await page.goto('/home')
    await page.goto(link)
    await page.getByLabel('Neues Passwort', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Passwort wiederholen').fill(PASSWORD)
    await page.getByRole('button', { name: 'Passwort speichern' }).click()
    await expect(page.getByText(/Dieser Link ist nicht mehr gültig/)).toBeVisible()
    await signInWith(page, PASSWORD)
    await expect(page.getByText('E-Mail-Adresse oder Passwort ist falsch.')).toBeVisible()
    await signInWith(page, NEW_PASSWORD)
    await page.waitForURL('**/dashboard')
  })

  await test.step('adds a second system by its serial number, and confirms it at the unit', async () => {
    await page.getByRole('link', { name: 'Einstellungen' }).first().click()
    await page.getByLabel('1. Seriennummer').fill('KELLER')
    await page.getByRole('button', { name: 'Hinzufügen' }).click()
    await expect(page.getByText(/wartet, noch \d+:\d\d/)).toBeVisible()
    await product.panel.mainSwitch('KELLER', false)
    await product.panel.mainSwitch('KELLER', true)
    await expect(page.getByText('Bestätigt und hinzugefügt: KELLER.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Speicher KELLER abgeben' })).toBeVisible()
  })

  await test.step('signs in through the second provider', async () => {
    await signOut(page)
    await federation.signInAs(page, EMAIL)
    await expect(page.getByRole('heading', { name: 'Konto verbinden' })).toBeVisible()
    await page.getByLabel('Passwort', { exact: true }).fill(NEW_PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard')
  })

  await test.step('takes everything along', async () => {
    await page.getByRole('link', { name: 'Benutzer' }).first().click()
    const loading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Alles herunterladen' }).click()
    const download = await loading
    expect(download.suggestedFilename()).toMatch(/^kellersonne-\d{4}-\d\d-\d\d\.zip$/)
    const entries = await entriesOf(await download.path())
    expect(entries.get('account.json')).toContain(EMAIL)
    expect([...entries.keys()]).toEqual(expect.arrayContaining(['readings/2001.csv', 'readings/KELLER.csv']))
  })

  await test.step('deletes the account', async () => {
    await page.getByRole('link', { name: 'Einstellungen' }).first().click()
    await page.getByRole('button', { name: 'Konto löschen …' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Passwort', { exact: true }).fill(NEW_PASSWORD)
    await dialog.getByLabel(/LÖSCHEN/).fill('LÖSCHEN')
    await dialog.getByRole('button', { name: 'Konto endgültig löschen' }).click()
    await page.waitForURL('**/login')
    await expect(page.getByText(/gelöscht/)).toBeVisible()
    await signInWith(page, NEW_PASSWORD)
    await expect(page.getByText('E-Mail-Adresse oder Passwort ist falsch.')).toBeVisible()
  })

  await test.step('finds nothing left', async () => {
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    expect(kept).not.toContain(EMAIL)
    const digits = PHONE.replaceAll(' ', '')
    for (const file of filesOf(product.folder)) {
      const text = readFileSync(file, 'latin1')
      expect(
        [EMAIL, digits].filter((word) => text.includes(word)),
        file,
      ).toEqual([])
    }
  })
})

test('AUT-03 AUT-05 nothing typed is lost, and each fault stands at its field', async ({ page }) => {
  await fillRegistration(page, '204x')
  await page.getByLabel('Passwort wiederholen').fill('etwas anderes')
  await page.getByLabel('Telefon').fill('12')
  await page.getByRole('button', { name: 'Registrieren' }).click()
  await expect(page.getByText('Die Passwörter müssen übereinstimmen.')).toBeVisible()
  await expect(page.getByText('Bitte geben Sie eine gültige Telefonnummer ein.')).toBeVisible()
  await expect(page.getByText(/Das Format der Seriennummer ist falsch/)).toBeVisible()

  await page.getByLabel('Passwort wiederholen').fill(PASSWORD)
  await page.getByLabel('Telefon').fill(PHONE)
  await page.getByLabel('Seriennummer oder Registrierungscode').fill('1001')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Registrieren' }).click()
  await expect(page.getByText(/Registrierung ist fehlgeschlagen|Keine Verbindung/)).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Registrieren' }).click()
  await expect(page.getByText(/wird bereits von einem anderen Benutzer verwendet/)).toBeVisible()
  await expect(page.getByLabel('E-Mail-Adresse')).toHaveValue(EMAIL)
  await expect(page.getByLabel('Passwort', { exact: true })).toHaveValue(PASSWORD)
})

test.describe('on a phone, in English, by keyboard alone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('PRD-06 SHL-11 AUT-12 registers by serial number and confirms at the unit', async ({
    page,
    product,
  }) => {
    await page.addInitScript(() => localStorage.setItem('languageSelected', 'false'))
    await page.goto('/register')
    const go = async (label: string | RegExp, text: string) => {
      const field = page.getByLabel(label, { exact: typeof label === 'string' })
      for (let presses = 0; presses < 20; presses += 1) {
        if (await field.evaluate((element) => element === document.activeElement)) break
        await page.keyboard.press('Tab')
      }
      await expect(field).toBeFocused()
      await page.keyboard.type(text)
    }
    await go('E-mail address', 'ann@example.org')
    await go('Password', PASSWORD)
    await go('Repeat password', PASSWORD)
    await go('Phone', PHONE)
    await go('Serial number or registration code', 'KELLER')
    await go(/I agree to the terms of use/, ' ')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/waiting|waits/)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await product.panel.mainSwitch('KELLER', false)
    await product.panel.mainSwitch('KELLER', true)
    await expect(page.getByText(/is yours now/)).toBeVisible()
    await page.getByRole('button', { name: /dashboard/i }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard')
  })
})
