import { expect, type Page } from '@playwright/test'
import { entriesOf } from './archive.ts'
import { expectAccessible, expectToFit, keyboard, prefer } from './browser.ts'
import { owner, signIn } from './product.ts'
import {
  expectToRun,
  newPage,
  openFrontPanel,
  percentsOn,
  SN,
  says,
  switchOnAndOff,
  test,
  type WizardPage,
  wizardOn,
} from './updates.ts'

const { de } = says
const phone = { viewport: { width: 390, height: 844 } }
const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /Update/ })
const past = (page: Page) => page.getByRole('region', { name: 'Bisherige Updates' })
const remembered = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('update') ?? 'null'))

test('PRD-04 UPD-16 UPD-19 two parts, begun on a laptop that is closed in the middle, ended on the phone', async ({
  browser,
  product: { panel },
  page,
  context,
}) => {
  test.setTimeout(120_000)
  const mainSwitch = await openFrontPanel(browser, panel)
  await panel.hold(SN, { soc: 60 })
  const laptop = wizardOn(page)
  await test.step('SHL-02 UPD-02 the bell leads to the system that has one', async () => {
    await signIn(page)
    await bell(page).click()
    await page.getByRole('link', { name: /L2.*Update in 2 Teilen/ }).click()
    await expect(laptop.card.getByRole('radio', { name: /L2/ })).toBeChecked()
    await expect(past(page).getByRole('combobox')).toHaveValue(SN)
    await laptop.press(de.next)
    await expect(laptop.card.getByText('Bitte bestätigen Sie, dass L2 ausgeschaltet ist.')).toBeVisible()
  })

  await test.step('UPD-03 UPD-06 UPD-08 it is switched off, seen to be, and begins', async () => {
    await mainSwitch.click()
    await laptop.getReady()
    await expect(laptop.card.getByText('Display zeigt Update-Modus: gesehen')).toBeVisible()
    await expect(laptop.card.getByText('Alles bereit')).toBeVisible()
    await panel.cutAt(SN, 40, { resume: null })
    await laptop.start()
    await expect(laptop.title(de.running)).toBeVisible()
    await laptop.expectDownloaded(40)
    await expect(laptop.button(de.next)).toBeDisabled()
    await expect(laptop.button(de.start)).toHaveCount(0)
    expect(await remembered(page)).toEqual({ sn: SN, updateStarted: true })
    await page.reload()
    await laptop.expectDownloaded(40)
  })

  await context.close()
  const pocket = await newPage(browser, phone)
  const wizard = wizardOn(pocket)
  await test.step('UPD-11 UPD-16 the phone goes on where it is', async () => {
    await signIn(pocket)
    await wizard.open()
    await expect(wizard.title(de.running)).toBeVisible()
    await wizard.expectDownloaded(40)
    await panel.mendLine(SN)
    await expect(wizard.title(de.partDone)).toBeVisible({ timeout: 20_000 })
    await expect(wizard.card.getByText(/^Schalten Sie L2 jetzt 5–10 Sekunden ein/)).toBeVisible()
    await mainSwitch.click()
    await expectToRun(panel, 'bms', '2.5.0')
    await mainSwitch.click()
    await expect(wizard.title(de.written)).toBeVisible({ timeout: 20_000 })
  })

  await test.step('UPD-05 UPD-19 UPD-20 switched on again it is done, and there is a receipt', async () => {
    await mainSwitch.click()
    await expect(wizard.title(de.done)).toBeVisible({ timeout: 20_000 })
    const receipt = wizard.card.getByRole('article', { name: 'Beleg' })
    for (const said of [
      'Das Update von L2 ist vollständig.',
      /Batteriemanagement 2\.4\.0 → 2\.5\.0.*[0-9a-f]{64}/s,
      /Kommunikation 3\.1\.0 → 3\.2\.0.*[0-9a-f]{64}/s,
      `Gestartet von${owner.email}`,
      'Das Update lässt sich nicht rückgängig machen.',
    ])
      await expect(receipt).toContainText(said)
    await wizard.press(de.finish)
    await expect(wizard.title(de.current)).toBeVisible()
    expect(await remembered(pocket)).toBeNull()
  })

  await test.step('SHL-02 UPD-20 bell and badge are gone; the receipt stays, here and in the export', async () => {
    await expect(bell(pocket)).toHaveAccessibleName('Updates')
    await expect(pocket.getByRole('link', { name: 'Update', exact: true })).toBeVisible()
    await past(pocket)
      .getByRole('button', { name: /vollständig/ })
      .first()
      .click()
    await expect(wizard.dialog).toContainText('Das Update von L2 ist vollständig.')
    await pocket.getByRole('button', { name: 'Schließen' }).click()
    await pocket.goto('/user')
    const loading = pocket.waitForEvent('download')
    await pocket.getByRole('button', { name: 'Alles herunterladen' }).click()
    const entries = await entriesOf(await (await loading).path())
    expect(entries.get(`updates/${SN}.csv`)).toMatch(/,bms,2\.4\.0,2\.5\.0,finished,/)
    expect(entries.get(`updates/${SN}.csv`)).toMatch(/,gateway,3\.1\.0,3\.2\.0,finished,/)
    expect(entries.get(`consents/${SN}.json`)).toContain('Das Update lässt sich nicht rückgängig machen.')
  })
})

test('UPD-09 UPD-13 UPD-18 lines that break and a server that is killed take nothing back; what fails is begun anew', async ({
  product,
  page,
}) => {
  test.setTimeout(120_000)
  const { panel } = product
  const wizard = wizardOn(page)
  await signIn(page, { stay: true })
  await wizard.open()
  const percents = await percentsOn(page)
  await panel.cutAt(SN, 40, { resume: null })
  await panel.mainSwitch(SN, false)
  await wizard.begin()
  await wizard.expectDownloaded(40)
  await panel.cutAt(SN, 70, { resume: null })
  await wizard.expectDownloaded(70)

  await product.crash()
  await expect(wizard.card.getByText(/^Wir erreichen den Update-Dienst gerade nicht/)).toBeVisible()
  await expect(wizard.title(de.running)).toBeVisible()
  await product.start()
  await expect(wizard.title(de.partDone)).toBeVisible({ timeout: 30_000 })
  await expect(wizard.card.getByText(/^Wir erreichen den Update-Dienst/)).toHaveCount(0)
  expect(percents).toEqual(percents.toSorted((a, b) => a - b))
  expect([percents[0], percents.at(-1)]).toEqual([5, 100])

  await panel.failInstallation(SN)
  await switchOnAndOff(panel)
  await wizard.takeNote('Der Speicher konnte die neue Version nicht installieren.')
  await expect(past(page).getByRole('button', { name: /zum Teil/ })).toHaveCount(1)
  await wizard.begin()
  await expect(wizard.title(de.written)).toBeVisible({ timeout: 20_000 })
  await panel.mainSwitch(SN, true)
  await expect(wizard.title(de.done)).toBeVisible({ timeout: 20_000 })
  await wizard.press(de.finish)
  await expect(wizard.title(de.current)).toBeVisible()
})

test('UPD-12 UPD-13 a unit that lies is not believed; one without power goes on when it has some again', async ({
  product: { panel },
  page,
}) => {
  test.setTimeout(120_000)
  const wizard = wizardOn(page)
  await signIn(page)
  await wizard.open()
  await wizard.begin()
  await panel.lie(SN)
  await panel.mainSwitch(SN, false)
  await wizard.takeNote(/hielt sich für fertig/)

  await panel.cutAt(SN, 50, { resume: null })
  await wizard.begin()
  await wizard.expectDownloaded(50)
  await panel.pullPlug(SN)
  await panel.mendLine(SN)
  await expect.poll(async () => (await panel.firmware(SN))?.progress?.downloaded).toBe(50)
  await expect(wizard.title(de.running)).toBeVisible()
  await panel.plugIn(SN)
  await expect(wizard.title(de.partDone)).toBeVisible({ timeout: 20_000 })

  await panel.mainSwitch(SN, true)
  await expect(wizard.title(de.waiting)).toBeVisible({ timeout: 20_000 })
  await expect(wizard.card.getByText(/^Schalten Sie L2 jetzt wieder aus\. Teil 2 folgt/)).toBeVisible()
  await wizard.press(de.back)
  await expect(wizard.dialog).toContainText('Teile, die schon fertig sind, bleiben auf dem Speicher.')
  await wizard.answer('Update abbrechen')
  await expect(wizard.card.getByText(/^Das Update von L2 ist abgebrochen\./)).toBeVisible()
  await expect(
    past(page)
      .getByRole('button', { name: /zum Teil/ })
      .first(),
  ).toBeVisible()
})

test('UPD-07 UPD-12 UPD-16 what one tab or device starts, cancels and leaves, the others know', async ({
  browser,
  product: { panel },
  page,
  context,
}) => {
  test.setTimeout(120_000)
  const first = wizardOn(page)
  const second = wizardOn(await context.newPage())
  const third = wizardOn(await newPage(browser, phone))
  await test.step('UPD-12 NAV-10 a start that was thought better of', async () => {
    await signIn(page, { stay: true })
    await first.open()
    await second.page.goto('/update')
    await expect(second.page).toHaveURL(/\/dashboard$/)
    await second.open()
    await first.choose()
    await first.getReady()
    await first.press(de.start)
    await first.answer('Abbrechen')
    await expect(page.getByRole('alertdialog', { name: 'Start abgebrochen' })).toBeVisible()
    await first.answer(de.understood)
  })

  await test.step('UPD-12 cancelled from the phone', async () => {
    await first.start()
    for (const tab of [first, second]) await expect(tab.title(de.waiting)).toBeVisible()
    await signIn(third.page)
    await third.open()
    await expect(third.title(de.waiting)).toBeVisible()
    await third.press(de.back)
    await third.answer('Update abbrechen')
    for (const { card } of [first, second, third])
      await expect(card.getByText(/^Das Update von L2 ist abgebrochen\./)).toBeVisible({ timeout: 20_000 })
  })

  await test.step('UPD-07 left while it runs, it goes on', async () => {
    await panel.cutAt(SN, 10, { resume: null })
    await panel.mainSwitch(SN, false)
    await first.begin()
    for (const tab of [first, second, third])
      await expect(tab.title(de.running)).toBeVisible({ timeout: 20_000 })
    await first.press(de.back)
    await expect(first.dialog).toContainText('läuft weiter, auch wenn Sie zurückgehen')
    await first.answer('Zurückgehen')
    await expect(first.card.getByText(/^Das Update von L2 läuft weiter\./)).toBeVisible()
    await expect(second.title(de.running)).toBeVisible()
    await first.choose()
    await first.press(de.next)
    await expect(first.title(de.running)).toBeVisible()
  })

  await panel.failInstallation(SN)
  await panel.mendLine(SN)
  for (const tab of [first, second, third]) await tab.takeNote()
})

const wide = { viewport: { width: 1440, height: 900 } }
const views = [
  { dark: true, german: true, ...wide },
  { dark: false, german: false, ...phone },
]

/** In its own look, and in the other's width. */
async function expectToBeUsable(page: Page) {
  await expectAccessible(page)
  const own = page.viewportSize() ?? wide.viewport
  for (const { viewport } of [wide, phone]) {
    await page.setViewportSize(viewport)
    await expectToFit(page)
  }
  await page.setViewportSize(own)
}

test('SHL-11 PRD-06 by keyboard from sign-in to start; each step is accessible and fits in every look', async ({
  browser,
  product: { panel },
}) => {
  test.setTimeout(180_000)
  const [first, ...others] = await Promise.all(
    views.map(async ({ dark, german, viewport }, i) => {
      const page = await newPage(browser, { viewport })
      await prefer(page, { dark, german })
      return wizardOn(page, german ? says.de : says.en, i === 0 ? keyboard : undefined)
    }),
  )
  if (!first) throw new Error('no view')
  const all = [first, ...others]
  const check = (pages: readonly WizardPage[] = all) =>
    Promise.all(pages.map(({ page }) => expectToBeUsable(page)))
  const each = async (act: (wizard: WizardPage) => Promise<unknown>) => {
    for (const wizard of all) await act(wizard)
  }
  const reach = (word: 'waiting' | 'running' | 'partDone' | 'written' | 'done') =>
    each(({ title, words }) => expect(title(words[word])).toBeVisible({ timeout: 20_000 }))

  await first.page.goto('/login')
  await keyboard.write(first.page.getByLabel('E-Mail-Adresse'), owner.email)
  await keyboard.write(first.page.getByLabel('Passwort', { exact: true }), owner.password)
  await keyboard.press(first.page.getByRole('button', { name: 'Anmelden' }))
  await keyboard.press(bell(first.page))
  await keyboard.press(first.page.getByRole('link', { name: /L2.*Update in 2 Teilen/ }))
  for (const { page, words, open, choose } of others) {
    await enter(page, words === de)
    await open()
    await choose()
  }
  await check()
  await each(({ getReady }) => getReady())
  await check()
  await each(({ press, words }) => press(words.start))
  await check()

  await first.answer(de.now)
  await expect(first.page.getByRole('dialog', { name: 'Update in 2 Teilen gestartet' })).toBeVisible()
  await check([first])
  await first.answer(de.understood)
  await reach('waiting')
  await check()
  await each(({ press, words }) => press(words.back))
  await check()
  await each(({ answer, words }) => answer(words.stay))

  await panel.cutAt(SN, 40, { resume: null })
  await panel.mainSwitch(SN, false)
  await reach('running')
  await check()
  await panel.mendLine(SN)
  await reach('partDone')
  await check()
  await switchOnAndOff(panel)
  await reach('written')
  await check()
  await panel.mainSwitch(SN, true)
  await reach('done')
  await check()
  await each(({ press, words }) => press(words.finish))
  await each(({ title, words }) => expect(title(words.current)).toBeVisible())
  await check()

  await panel.reset([SN])
  await expect(first.title(de.choose)).toBeVisible({ timeout: 20_000 })
  await panel.cutAt(SN, 10, { resume: null })
  await panel.mainSwitch(SN, false)
  await first.begin()
  await reach('running')
  await panel.failInstallation(SN)
  await panel.mendLine(SN)
  await each(({ page, words }) =>
    expect(page.getByRole('alertdialog', { name: words.interrupted })).toBeVisible({ timeout: 20_000 }),
  )
  await check()
  await each(({ takeNote }) => takeNote())
})

async function enter(page: Page, german: boolean) {
  await page.goto('/login')
  await page.getByLabel(german ? 'E-Mail-Adresse' : 'E-mail address').fill(owner.email)
  await page.getByLabel(german ? 'Passwort' : 'Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: german ? 'Anmelden' : 'Sign in' }).click()
  await page.waitForURL('**/dashboard')
}
