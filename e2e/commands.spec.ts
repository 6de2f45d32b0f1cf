import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectToFit, prefer, tabTo } from './browser/browser.ts'
import { chooseSystem } from './pages/overview.ts'
import { enter, test } from './product/product.ts'

async function openBattery(page: Page) {
  await enter(page, '/dashboard')
  await goToBattery(page)
}
async function goToBattery(page: Page) {
  await page.goto('/dashboard/batteries')
  await chooseSystem(page, 'L2')
  await expect(page.getByRole('heading', { name: 'Befehle', exact: true })).toBeVisible()
}
const tile = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const progress = (page: Page) => page.getByRole('status')
const ledger = (page: Page) => page.getByRole('table').filter({ hasText: 'Befehl' })

async function give(page: Page, name: string, send: string) {
  await tile(page, name).click()
  await page.getByRole('dialog').getByRole('button', { name: send }).click()
}

test('DSH-10 API-07 a command travels to a unit and back, and is listed in the ledger', async ({
  page,
  product,
}) => {
  await openBattery(page)
  await tile(page, 'Standby').click()
  const dialog = page.getByRole('dialog', { name: 'L2 in Standby versetzen?' })
  await expect(dialog.getByText('Der Strom im Haus')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(tile(page, 'Standby')).toBeFocused()
  await give(page, 'Standby', 'Jetzt in Standby')
  await expect(progress(page).getByText('Standby: erledigt')).toBeVisible()
  const row = ledger(page).getByRole('row').nth(1)
  await expect(row).toContainText('demo@kellersonne.example')
  await expect(row).toContainText('erledigt')
  await expect(tile(page, 'Standby')).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('L2 ist schon im Standby.')).toBeVisible()
  expect(await product.panel.status('1002')).toBe('standby')
  await give(page, 'Einschalten', 'Jetzt einschalten')
  await expect(progress(page).getByText('Einschalten: erledigt')).toBeVisible()
  expect(await product.panel.status('1002')).toBe('on')
})

test('DSH-10 an offline unit is shown as offline before one tries', async ({ page, product }) => {
  await product.panel.cable('1002', false)
  await openBattery(page)
  await expect(page.getByText('L2 ist nicht verbunden; Befehle kommen nicht an.').first()).toBeVisible()
  await expect(tile(page, 'Standby')).toHaveAttribute('aria-disabled', 'true')
  await tile(page, 'Standby').click({ force: true })
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('DSH-10 a refusal says why; what the unit says against itself later is shown and changes nothing', async ({
  page,
  product,
}) => {
  await product.panel.answers('1002', 'refuses', 'main_switch_off')
  await openBattery(page)
  await give(page, 'Selbsttest', 'Test starten')
  await expect(progress(page).getByText('Selbsttest: abgelehnt')).toBeVisible()
  await expect(progress(page).getByText('Der Hauptschalter am Gerät ist aus.')).toBeVisible()
  await product.panel.answers('1002', 'contradictory')
  await give(page, 'Standby', 'Jetzt in Standby')
  await expect(progress(page).getByText('Standby: erledigt')).toBeVisible()
  await expect(progress(page).getByText(/Das Gerät meldete gleich danach: abgelehnt/)).toBeVisible()
})

test('DSH-10 a command under way survives a reload and a restart of the server, and shows in a second tab', async ({
  page,
  product,
  context,
}) => {
  await product.panel.answers('1002', 'none')
  await openBattery(page)
  await give(page, 'Ausschalten', 'Jetzt ausschalten')
  await expect(progress(page).getByText('Ausschalten: wartet auf L2')).toBeVisible()
  await expect(tile(page, 'Standby')).toHaveAttribute('aria-disabled', 'true')
  const second = await context.newPage()
  await goToBattery(second)
  await expect(progress(second).getByText('Ausschalten: wartet auf L2')).toBeVisible()
  await second.close()
  await product.stop()
  await product.start()
  await product.panel.answers('1002', 'none')
  await page.reload()
  await expect(
    progress(page).getByText(/Ausschalten: (wartet auf L2|keine rechtzeitige Antwort)/),
  ).toBeVisible()
})

test('SHL-11 DSH-10 a command by keyboard alone, English, on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page)
  await prefer(page, { dark: false, german: false })
  await page.goto('/dashboard/batteries')
  await expect(page.getByRole('heading', { name: 'Commands', exact: true })).toBeVisible()
  await expectToFit(page)
  await expectAccessible(page)
  await tabTo(tile(page, 'Self test'))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /Start a self test/ })
  await tabTo(dialog.getByRole('button', { name: 'Start the test' }))
  await page.keyboard.press('Enter')
  await expect(progress(page).getByText('Self test: accepted')).toBeVisible()
  await expect(progress(page).getByText('Self test: done')).toBeVisible()
})
