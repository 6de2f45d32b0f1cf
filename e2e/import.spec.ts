import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectLoaded, expectToFit, keyboard, prefer } from './browser/browser.ts'
import { daysBack } from './pages/dates.ts'
import { enter, owner, test } from './product/product.ts'

const SN = '1001'
/** Before the demo's units began to measure. */
const day = daysBack(700)

const evcc = (of: string) => ({
  ...{ name: 'evcc.csv', mimeType: 'text/csv' },
  buffer: Buffer.from(
    `\uFEFFtime.start,time.end,pv.Dach.energy.Wh,battery.A.energy.Wh,battery.A.returnEnergy.Wh,grid.energy.Wh,grid.returnEnergy.Wh
${of} 12:00:00,${of} 12:15:00,600,0,200,0,50
${of} 12:15:00,${of} 12:30:00,500,0,100,10,0
${of} 12:30:00,${of} 12:45:00,much,0,100,10,0
`,
  ),
})
const other = {
  ...{ name: 'meter.csv', mimeType: 'text/csv' },
  buffer: Buffer.from(`When;Sun;House\n${day}T09:00:00Z;1000,5;1\n${day}T09:15:00Z;1001,25;2\n`),
}

const texts = {
  de: {
    file: /Datei wählen/,
    added: '2 Viertelstunden kommen dazu.',
    refused: 'Zeile 4: keine Zahl',
    apply: 'Übernehmen',
    applied: /^Übernommen: /,
    inChart: /^Im Diagramm zeigen/,
    marked: 'Importierte Werte: 12:00 Uhr bis 12:30 Uhr',
    undo: 'Zurücknehmen',
    question: 'Import zurücknehmen?',
    undone: /zurückgenommen/,
    none: 'Für diesen Zeitraum gibt es keine Werte.',
  },
  en: {
    file: /Choose a/,
    added: '2 quarters of an hour will be added.',
    refused: 'Line 4: not a number',
    apply: 'Import',
    applied: /^Imported: /,
    inChart: /^Show in the chart/,
    marked: 'Imported values: 12:00 to 12:30',
    undo: 'Undo',
    question: 'Undo the import?',
    undone: /undone/,
    none: 'There are no values for this period.',
  },
} as const

/** Undoes what a test that failed has left behind. */
test.afterEach(async ({ page }) => {
  const { access } = await (await page.request.post('/api/auth/token/', { form: owner })).json()
  const headers = { authorization: `Bearer ${access}` }
  const { imports } = await (await page.request.get(`/api/auth/imports/?sn=${SN}`, { headers })).json()
  for (const { id, undone_at: undoneAt } of imports)
    if (undoneAt === null) await page.request.post(`/api/auth/import/${id}/undo/`, { form: {}, headers })
})

async function expectToFitAll(page: Page) {
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectToFit(page)
  }
}

for (const [language, words] of Object.entries(texts))
  test(`GWY-40 GWY-41 GWY-42 GWY-43 a file is previewed, imported, marked in the chart and taken back, ${language}`, async ({
    page,
  }) => {
    await enter(page)
    await prefer(page, { dark: language === 'de', german: language === 'de' })
    await page.goto(`/charts?date=${day}&sn=${SN}`)
    await expect(page.getByText(words.none)).toBeVisible()
    await page.getByRole('main').locator('a[href^="/import"]').click()
    await page.getByLabel(words.file).setInputFiles(evcc(day))
    await expect(page.getByText(words.added)).toBeVisible()
    await expect(page.getByText(words.refused)).toBeVisible()
    await expectAccessible(page)
    await expectToFitAll(page)
    await page.getByRole('button', { name: words.apply, exact: true }).click()
    await expect(page.getByText(words.applied)).toBeVisible()
    await expectAccessible(page)
    await expectToFitAll(page)

    await page.getByRole('link', { name: words.inChart }).click()
    await expect(page.getByText(words.marked)).toBeVisible()
    await expectAccessible(page)
    await page.goBack()

    const undo = page.getByRole('listitem').filter({ hasText: 'evcc' })
    await undo.getByRole('button').first().click()
    const question = page.getByRole('dialog', { name: words.question })
    await expect(question).toBeVisible()
    await expectAccessible(page)
    await question.getByRole('button', { name: words.undo }).click()
    await expect(page.getByText(words.undone).first()).toBeVisible()
    await page.goto(`/charts?date=${day}&sn=${SN}`)
    await expect(page.getByText(words.none)).toBeVisible()
  })

test('GWY-43 SHL-11 SHL-12 columns are named by keyboard alone; accessible, and fits', async ({ page }) => {
  await enter(page, `/import?sn=${SN}`)
  await expectLoaded(page)
  await page.getByLabel(/Datei wählen/).setInputFiles(other)
  await expect(page.getByText(/Dieses Format kennt das Portal nicht/)).toBeVisible()
  await keyboard.press(page.getByRole('button', { name: 'Vorschau' }))
  await expect(page.getByText(/für mindestens eine Zeile/)).toBeVisible()
  await page.getByLabel('Sun: Inhalt').focus()
  await page.keyboard.press('P')
  await page.getByLabel('Sun: Einheit').focus()
  await page.keyboard.press('End')
  await expectAccessible(page)
  await expectToFitAll(page)
  await keyboard.press(page.getByRole('button', { name: 'Vorschau' }))
  const preview = page.getByRole('region', { name: 'Das kommt dazu' })
  await expect(preview.getByRole('heading')).toBeFocused()
  await expect(preview.getByText('750')).toBeVisible()
  await expectAccessible(page)
})
