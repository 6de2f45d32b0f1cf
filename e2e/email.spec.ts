import { expect, type Page } from '@playwright/test'
import { register } from './pages/register.ts'
import { linkIn, mail } from './product/mails.ts'
import { test } from './product/product.ts'

/** Belongs to no unit that another test waits for. */
const NOWHERE = '777777'
const NEW_PASSWORD = 'Dachziegel+Regen-42'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function signIn(page: Page, email: string, password: string) {
  await page.goto('/login')
  await page.getByLabel('E-Mail-Adresse', { exact: true }).fill(email)
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await button(page, 'Anmelden').click()
}

test('AUT-16 SET-03 a new address counts once it is confirmed, and the former one takes it back', async ({
  page,
  browser,
  product,
}) => {
  const changed = `neu@${crypto.randomUUID()}.example`
  const owner = { email: `alt@${crypto.randomUUID()}.example`, password: 'Mond-im-Garten-7' }
  await register(page, product, { ...owner, key: NOWHERE })
  const signedIn = () => page.waitForURL('**/dashboard')

  await test.step('asks for another address, and keeps the present one', async () => {
    await signIn(page, owner.email, owner.password)
    await signedIn()
    await page.goto('/user')
    await page.getByLabel('E-Mail-Adresse', { exact: true }).fill(changed)
    await page.getByLabel('Aktuelles Passwort').fill(owner.password)
    await button(page, 'Speichern').click()
    await expect(page.getByText(`Wir haben eine E-Mail an ${changed} geschickt.`)).toBeVisible()
    await expect(page.getByText(`Bis dahin gilt ${owner.email}.`).first()).toBeVisible()
    await expect(page.getByLabel('E-Mail-Adresse', { exact: true })).toHaveValue(owner.email)
  })

  await test.step('thinks twice: what was discarded cannot be confirmed', async () => {
    const discarded = linkIn(await mail(product, changed, 'neue E-Mail-Adresse'))
    await button(page, 'Neue Adresse verwerfen').click()
    await expect(page.getByText(/Die neue Adresse ist verworfen/)).toBeVisible()
    await page.goto(discarded)
    await page.getByLabel('Passwort', { exact: true }).fill(owner.password)
    await button(page, 'Adresse bestätigen').click()
    await expect(page.getByText(/Dieser Link gilt nicht/)).toBeVisible()
    await page.getByRole('link', { name: 'Zu „Benutzer“' }).click()
    await page.getByLabel('E-Mail-Adresse', { exact: true }).fill(changed)
    await page.getByLabel('Aktuelles Passwort').fill(owner.password)
    await button(page, 'Speichern').click()
    await expect.poll(async () => (await product.panel.mailsTo(changed)).length).toBe(2)
  })

  await test.step('confirms it elsewhere, by the password alone', async () => {
    await using elsewhere = await browser.newContext({ baseURL: product.url })
    const other = await elsewhere.newPage()
    await other.goto(linkIn(await mail(product, changed, 'neue E-Mail-Adresse')))
    await other.getByLabel('Passwort', { exact: true }).fill('Falsch-aber-lang-1')
    await button(other, 'Adresse bestätigen').click()
    await expect(other.getByText('Das Passwort ist falsch.')).toBeVisible()
    await other.getByLabel('Passwort', { exact: true }).fill(owner.password)
    await button(other, 'Adresse bestätigen').click()
    await expect(other.getByText(`${changed} ist bestätigt und gilt jetzt`)).toBeVisible()
    await other.getByRole('link', { name: 'Zur Anmeldung' }).click()
    await signIn(other, owner.email, owner.password)
    await expect(other.getByText('E-Mail-Adresse oder Passwort ist falsch.')).toBeVisible()
    await signIn(other, changed, owner.password)
    await other.waitForURL('**/dashboard')
  })

  await test.step('undoes it, which signs everybody out', async () => {
    await page.goto(linkIn(await mail(product, owner.email, 'Ihre E-Mail-Adresse wurde geändert')))
    await button(page, 'Änderung zurücknehmen').click()
    await expect(page.getByText(`Für Ihr Konto gilt wieder ${owner.email}.`)).toBeVisible()
    expect(page.url()).not.toContain('token')
    await signIn(page, owner.email, owner.password)
    await expect(page.getByText('E-Mail-Adresse oder Passwort ist falsch.')).toBeVisible()
  })

  await test.step('chooses a new password, and is in', async () => {
    await page.goto(linkIn(await mail(product, owner.email, 'Neues Passwort festlegen')))
    await page.getByLabel('Neues Passwort', { exact: true }).fill(NEW_PASSWORD)
    await page.getByLabel('Passwort wiederholen').fill(NEW_PASSWORD)
    await button(page, 'Passwort speichern').click()
    await expect(page.getByText(/Ihr Passwort ist geändert/)).toBeVisible()
    await signIn(page, owner.email, NEW_PASSWORD)
    await signedIn()
    await page.goto('/user')
    await expect(page.getByLabel('E-Mail-Adresse', { exact: true })).toHaveValue(owner.email)
  })
})
