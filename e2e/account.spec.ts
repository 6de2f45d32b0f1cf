import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { expectToFit, type Hands, keyboard, pointer, prefer } from './browser/browser.ts'
import { type Texts, texts } from './pages/texts.ts'
import { entriesOf } from './product/archive.ts'
import { linkIn, mail } from './product/mails.ts'
import { test } from './product/provider.ts'

const PASSWORD = 'Sonnenschein-im-Haus-7'
const NEW_PASSWORD = 'Dachziegel+Regen-42'
type Person = { readonly email: string; readonly phone: string; readonly newPhone: string }

/** Fills in the registration form. */
async function fillRegistration(
  page: Page,
  wording: Texts,
  { write, tick }: Hands,
  who: Person,
  key: string,
) {
  await page.goto('/register')
  await write(page.getByLabel(wording.email), who.email)
  await write(page.getByLabel(wording.password, { exact: true }), PASSWORD)
  await write(page.getByLabel(wording.repeat), PASSWORD)
  await write(page.getByLabel(wording.phone), who.phone)
  await write(page.getByLabel(wording.register.key), key)
  await tick(page.getByLabel(wording.register.terms))
}

/** Every file in a folder, except the database's own, which the server's tests scan table by table. */
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('postgres'))
    .map((entry) => join(entry.parentPath, entry.name))

const journeys = [
  {
    how: 'in German, at 1440 px',
    wording: texts.de,
    width: 1440,
    hands: pointer,
    who: { email: 'frida.keller@example.org', phone: '+49 30 1234567', newPhone: '+49 30 7654321' },
  },
  {
    how: 'in English, at 390 px, by keyboard alone',
    wording: texts.en,
    width: 390,
    hands: keyboard,
    who: { email: 'ann.baker@example.org', phone: '+49 40 1234567', newPhone: '+49 40 7654321' },
  },
]
for (const { how, wording, width, hands, who } of journeys)
  test.describe(how, () => {
    const { press, write } = hands
    test.use({ viewport: { width, height: 900 } })

    test('AUT-01 AUT-06 AUT-10 AUT-12 AUT-16 SET-01 SET-03 SET-04 SET-06 PRD-06 SHL-11 an owner comes, stays a while, and leaves nothing behind', async ({
      page,
      product,
      federation,
    }) => {
      await prefer(page, { dark: true, german: wording === texts.de })
      const cut: string[] = []
      page.on('console', (message) => {
        if (message.text().includes('ERR_INCOMPLETE_CHUNKED_ENCODING')) cut.push(message.text())
      })
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      /** Through the sidebar; on phones through "more". */
      const open = async (name: string) => {
        if (width < 768) await press(button(wording.nav.more))
        await press(page.getByRole('link', { name, exact: true }).first())
      }
      const signIn = async (password: string) => {
        await write(page.getByLabel(wording.email), who.email)
        await write(page.getByLabel(wording.password, { exact: true }), password)
        await press(button(wording.signIn.submit))
      }
      const signOut = async () => {
        if (width >= 768) await press(button(wording.nav.profile))
        await open(wording.nav.signOut)
        await page.waitForURL('**/login')
      }
      const choosePassword = async (password: string) => {
        await write(page.getByLabel(wording.newPassword, { exact: true }), password)
        await write(page.getByLabel(wording.repeat), password)
        await press(button(wording.reset.save))
      }
      const switchOffAndOn = async () => {
        await product.panel.mainSwitch('KELLER', false)
        await product.panel.mainSwitch('KELLER', true)
      }

      await test.step('registers with the code on one unit and the number of another, and confirms it there', async () => {
        await fillRegistration(page, wording, hands, who, (await product.panel.sticker('2001')) ?? '')
        await write(page.getByLabel(wording.register.second), 'KELLER')
        await expectToFit(page)
        await press(button(wording.register.submit))
        await expect(page.getByRole('heading', { name: wording.register.welcome })).toBeVisible()
        await expect(page.getByText(wording.register.yours)).toHaveCount(1)
        await expect(page.getByText(wording.waits)).toBeVisible()
        await expectToFit(page)
        await switchOffAndOn()
        await expect(page.getByText(wording.register.yours)).toHaveCount(2)
        await press(button(wording.register.onward))
        await page.waitForURL('**/dashboard')
        for (const unit of ['2001', 'KELLER'] as const) await product.panel.hold(unit, { grid_v: 217 })
        await expect(page.getByText('217').first()).toBeVisible()
      })

      await test.step('confirms the address, without which no mails come', async () => {
        await expect(page.getByText(wording.unconfirmed)).toBeVisible()
        await expectToFit(page)
        const text = await mail(product, who.email, wording.mails.confirm)
        expect(text).not.toContain(PASSWORD)
        expect((await product.panel.mailsTo(who.email)).map(({ subject }) => subject)).toEqual([
          expect.stringContaining(wording.mails.confirm),
        ])
        await page.goto(linkIn(text))
        await write(page.getByLabel(wording.password, { exact: true }), PASSWORD)
        await press(button(wording.confirm.submit))
        await expect(page.getByText(wording.confirm.done)).toBeVisible()
        await press(page.getByRole('link', { name: wording.confirm.onward }))
        await page.waitForURL('**/dashboard')
        await expect(page.getByText('217').first()).toBeVisible()
        await expect(page.getByText(wording.unconfirmed)).toHaveCount(0)
      })

      await test.step('changes the phone number', async () => {
        await open(wording.nav.settings)
        await press(button(wording.changePhone))
        await write(page.getByRole('dialog').getByLabel(wording.phone), who.newPhone)
        await press(page.getByRole('dialog').getByRole('button', { name: wording.save }))
        await expect(page.getByText(wording.saved)).toBeVisible()
        await expect(page.getByText(who.newPhone)).toBeVisible()
      })

      await test.step('gives a system up, and adds it again by its number', async () => {
        await press(button(wording.serials.release))
        const dialog = page.getByRole('dialog')
        await write(dialog.getByLabel(wording.password, { exact: true }), PASSWORD)
        await press(dialog.getByRole('button', { name: wording.serials.releaseNow }))
        await expect(button(wording.serials.release)).toHaveCount(0)
        await write(page.getByLabel(wording.serials.first), 'KELLER')
        await press(button(wording.serials.add))
        await expect(page.getByText(wording.waits)).toBeVisible()
        await expect(page.getByText(wording.serials.switchWaits)).toBeVisible()
        await expectToFit(page)
        await switchOffAndOn()
        await expect(page.getByText(wording.serials.confirmed)).toBeVisible()
        await expect(page.getByText(wording.serials.switchWaits)).toHaveCount(0)
        await expect(button(wording.serials.release)).toBeVisible()
        expect(cut, 'live streams that broke off').toEqual([])
      })

      await test.step('forgets the password and chooses another', async () => {
        await signOut()
        await press(page.getByRole('link', { name: wording.reset.forgotten }))
        // Its page has a field of the same name as the one that the address has already left.
        await expect(page.getByRole('heading', { name: wording.reset.title })).toBeVisible()
        await write(page.getByLabel(wording.email), who.email)
        await press(button(wording.reset.send))
        await expect(page.getByText(wording.reset.sent)).toBeVisible()
        const text = await mail(product, who.email, wording.mails.reset)
        const link = linkIn(text)
        await page.goto(link)
        await choosePassword(NEW_PASSWORD)
        expect(page.url()).not.toContain('token')
        await expect(page.getByText(wording.reset.done)).toBeVisible()
        await page.goto('/home')
        await page.goto(link)
        await expect(page.getByText(wording.reset.over)).toBeVisible()
        await page.goto('/login')
        await signIn(PASSWORD)
        await expect(page.getByText(wording.signIn.wrong)).toBeVisible()
        await signIn(NEW_PASSWORD)
        await page.waitForURL('**/dashboard')
      })

      await test.step('signs in through the second provider', async () => {
        await signOut()
        await federation.signInAs(page, who.email, hands)
        await expect(page.getByRole('heading', { name: wording.connect })).toBeVisible()
        await write(page.getByLabel(wording.password, { exact: true }), NEW_PASSWORD)
        await page.keyboard.press('Enter')
        await page.waitForURL('**/dashboard')
      })

      await test.step('takes everything along', async () => {
        await open(wording.nav.user)
        const loading = page.waitForEvent('download')
        await press(button(wording.download))
        const download = await loading
        expect(download.suggestedFilename()).toMatch(/^kellersonne-\d{4}-\d\d-\d\d\.zip$/)
        const entries = await entriesOf(await download.path())
        expect(entries.get('account.json')).toContain(who.email)
        expect([...entries.keys()]).toEqual(
          expect.arrayContaining(['readings/2001.csv', 'readings/KELLER.csv']),
        )
      })

      await test.step('deletes the account', async () => {
        await open(wording.nav.settings)
        await press(button(wording.deletion.open))
        const dialog = page.getByRole('dialog')
        await write(dialog.getByLabel(wording.password, { exact: true }), NEW_PASSWORD)
        await write(dialog.getByLabel(new RegExp(wording.deletion.word)), wording.deletion.word)
        await press(dialog.getByRole('button', { name: wording.deletion.now }))
        await page.waitForURL('**/login')
        await expect(page.getByText(wording.deletion.done)).toBeVisible()
        await signIn(NEW_PASSWORD)
        await expect(page.getByText(wording.signIn.wrong)).toBeVisible()
      })

      await test.step('finds nothing left', async () => {
        const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
        expect(kept).not.toContain(who.email)
        const traces = [who.email, who.phone.replaceAll(' ', ''), who.newPhone.replaceAll(' ', '')]
        for (const file of filesOf(product.folder)) {
          const text = readFileSync(file, 'latin1')
          expect(
            traces.filter((trace) => text.includes(trace)),
            file,
          ).toEqual([])
        }
      })
    })
  })

test('AUT-03 AUT-05 nothing typed is lost, and each fault is shown at its field', async ({ page }) => {
  const who = { email: 'hans.maurer@example.org', phone: '12', newPhone: '' }
  await fillRegistration(page, texts.de, pointer, who, '204x')
  await page.getByLabel('Passwort wiederholen').fill('etwas anderes')
  await page.getByRole('button', { name: 'Registrieren' }).click()
  await expect(page.getByText('Die Passwörter müssen übereinstimmen.')).toBeVisible()
  await expect(page.getByText('Bitte geben Sie eine gültige Telefonnummer ein.')).toBeVisible()
  await expect(page.getByText(/Das Format der Seriennummer ist falsch/)).toBeVisible()

  await page.getByLabel('Passwort wiederholen').fill(PASSWORD)
  await page.getByLabel('Telefon').fill('+49 30 1234567')
  await page.getByLabel('Seriennummer oder Registrierungscode').fill('1C3E-5G7J-9MBPQ')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Registrieren' }).click()
  await expect(page.getByText(/Registrierung ist fehlgeschlagen|Keine Verbindung/)).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Registrieren' }).click()
  await expect(page.getByText('Das wurde nicht als Registrierungscode gefunden.')).toBeVisible()
  await expect(page.getByLabel('E-Mail-Adresse')).toHaveValue(who.email)
  await expect(page.getByLabel('Passwort', { exact: true })).toHaveValue(PASSWORD)
})
