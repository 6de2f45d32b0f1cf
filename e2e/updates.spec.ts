import { expect, type Page } from '@playwright/test'
import {
  bell,
  expectToRun,
  openFrontPanel,
  percentsOn,
  phone,
  SN,
  switchOnAndOff,
  test,
  texts,
  wizardOn,
} from './pages/updates.ts'
import { entriesOf } from './product/archive.ts'
import { enter, owner } from './product/product.ts'

const { de } = texts
const past = (page: Page) => page.getByRole('region', { name: 'Bisherige Updates' })
const remembered = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('update') ?? 'null'))

test('PRD-04 UPD-16 UPD-19 two parts, begun on a laptop that is closed in the middle, ended on the phone', async ({
  newPage,
  product: { panel },
  page,
  context,
}) => {
  const mainSwitch = await openFrontPanel(await newPage(), panel)
  await panel.hold(SN, { soc: 60 })
  const laptop = wizardOn(page)
  await test.step('SHL-02 UPD-02 the bell leads to the system that has one', async () => {
    await enter(page, '/dashboard')
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
  const pocket = await newPage(phone)
  const wizard = wizardOn(pocket)
  await test.step('UPD-11 UPD-16 the phone goes on where it is', async () => {
    await enter(pocket, '/dashboard')
    await wizard.open()
    await expect(wizard.title(de.running)).toBeVisible()
    await wizard.expectDownloaded(40)
    await panel.mendLine(SN)
    await expect(wizard.title(de.partDone)).toBeVisible()
    await expect(wizard.card.getByText(/^Schalten Sie L2 jetzt 5–10 Sekunden ein/)).toBeVisible()
    await mainSwitch.click()
    await expectToRun(panel, 'bms', '2.5.0')
    await mainSwitch.click()
    await expect(wizard.title(de.written)).toBeVisible()
  })

  await test.step('UPD-05 UPD-19 UPD-20 switched on again it is done, and there is a receipt', async () => {
    await mainSwitch.click()
    await expect(wizard.title(de.done)).toBeVisible()
    const receipt = wizard.card.getByRole('article', { name: 'Beleg' })
    for (const shown of [
      'Das Update von L2 ist vollständig.',
      /Batteriemanagement 2\.4\.0 → 2\.5\.0.*[0-9a-f]{64}/s,
      /Kommunikation 3\.1\.0 → 3\.2\.0.*[0-9a-f]{64}/s,
      `Gestartet von${owner.email}`,
      'Das Update lässt sich nicht rückgängig machen.',
    ])
      await expect(receipt).toContainText(shown)
    await wizard.press(de.finish)
    await expect(wizard.title(de.current)).toBeVisible()
    expect(await remembered(pocket)).toBeNull()
  })

  await test.step('SHL-02 UPD-20 bell and badge are gone; the receipt stays, here and in the export', async () => {
    await expect(bell(pocket)).toHaveAccessibleName(/^Updates/)
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
  const { panel } = product
  const wizard = wizardOn(page)
  await enter(page, '/dashboard')
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
  await expect(wizard.title(de.partDone)).toBeVisible()
  await expect(wizard.card.getByText(/^Wir erreichen den Update-Dienst/)).toHaveCount(0)
  expect(percents).toEqual(percents.toSorted((a, b) => a - b))
  expect([percents[0], percents.at(-1)]).toEqual([5, 100])

  await panel.failInstallation(SN)
  await switchOnAndOff(panel)
  await wizard.takeNote('Der Speicher konnte die neue Version nicht installieren.')
  await expect(past(page).getByRole('button', { name: /zum Teil/ })).toHaveCount(1)
  await wizard.begin()
  await expect(wizard.title(de.written)).toBeVisible()
  await panel.mainSwitch(SN, true)
  await expect(wizard.title(de.done)).toBeVisible()
  await wizard.press(de.finish)
  await expect(wizard.title(de.current)).toBeVisible()
})

test('UPD-12 UPD-13 a unit that lies is not believed; one without power goes on when it has some again', async ({
  product: { panel },
  page,
}) => {
  const wizard = wizardOn(page)
  await enter(page, '/dashboard')
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
  await expect(wizard.title(de.partDone)).toBeVisible()

  await panel.mainSwitch(SN, true)
  await expect(wizard.title(de.waiting)).toBeVisible()
  await expect(wizard.card.getByText(/^Schalten Sie L2 jetzt wieder aus\. Teil 2 folgt/)).toBeVisible()
  await wizard.press(de.cancel)
  await expect(wizard.dialog).toContainText('Teile, die schon fertig sind, bleiben auf dem Speicher.')
  await wizard.answer('Update abbrechen')
  await expect(wizard.card.getByText(/^Das Update von L2 ist abgebrochen\./)).toBeVisible()
  await expect(
    past(page)
      .getByRole('button', { name: /zum Teil/ })
      .first(),
  ).toBeVisible()
})
