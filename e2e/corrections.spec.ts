import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectLoaded, expectToFit, keyboard, prefer } from './browser/browser.ts'
import { daysBack } from './pages/dates.ts'
import { enter, owner, test } from './product/product.ts'

const yesterday = daysBack(1)
const SN = '1001'
const HOUR = '10:00'

const texts = {
  de: {
    correct: 'Werte korrigieren',
    times: ['Von, Uhrzeit', 'Bis, Uhrzeit'],
    preview: 'Vorschau',
    changes: 'Das ändert sich',
    hidden: /^Auch Leistungen/,
    apply: 'Übernehmen',
    applied: /^Die Korrektur gilt/,
    undo: /^Zurücknehmen: /,
    undone: /zurückgenommen/,
  },
  en: {
    correct: 'Correct values',
    times: ['From, time', 'Until, time'],
    preview: 'Preview',
    changes: 'What changes',
    hidden: /^Powers, state of charge/,
    apply: 'Apply',
    applied: /^The correction now applies/,
    undo: /^Undo: /,
    undone: /undone/,
  },
} as const

/** The chart's table of yesterday by hours, as texts. */
async function table(page: Page) {
  const cells = page.getByRole('table').locator('tbody tr')
  await expect(cells.first()).toBeVisible()
  return cells.allInnerTexts()
}
const rowOf = (rows: readonly string[], time: string) => rows.find((row) => row.includes(time)) ?? ''

/** Undoes what a test that failed has left behind. */
test.afterEach(async ({ page }) => {
  const { access } = await (await page.request.post('/api/auth/token/', { form: owner })).json()
  const headers = { authorization: `Bearer ${access}` }
  const { corrections } = await (
    await page.request.get(`/api/auth/corrections/?sn=${SN}`, { headers })
  ).json()
  for (const { id, undone_at: undoneAt } of corrections)
    if (undoneAt === null) await page.request.post(`/api/auth/correction/${id}/undo/`, { form: {}, headers })
})

for (const [language, words] of Object.entries(texts))
  test(`ENE-10 ENE-11 an hour is declared implausible and taken back, the chart follows, ${language}`, async ({
    page,
    context,
  }) => {
    await enter(page)
    await prefer(page, { dark: language === 'de', german: language === 'de' })
    const address = `/charts?date=${yesterday}&sn=${SN}&timeSelected=hour&table=1`
    await page.goto(address)
    const before = await table(page)
    const other = await context.newPage()
    await prefer(other, { dark: language === 'de', german: language === 'de' })
    await other.goto(address)
    expect(await table(other)).toEqual(before)
    expect(rowOf(before, HOUR)).not.toMatch(/–/)

    await page.getByRole('link', { name: words.correct }).click()
    const [from, until] = words.times
    await page.getByLabel(from).selectOption(HOUR)
    await page.getByLabel(until).selectOption('11:00')
    await page.getByRole('button', { name: words.preview }).click()
    const preview = page.getByRole('region', { name: words.changes })
    await expect(preview.getByRole('row')).toHaveCount(6)
    await expect(preview.getByText(words.hidden)).toBeVisible()
    await preview.getByRole('button', { name: words.apply }).click()
    await expect(page.getByText(words.applied)).toBeVisible()

    await page.goBack()
    await expect(page).toHaveURL(new RegExp(`date=${yesterday}`))
    await expect.poll(async () => rowOf(await table(page), HOUR)).toMatch(/–.*–.*–.*–/s)
    const without = await table(page)
    expect(without.filter((row, i) => row !== before[i])).toHaveLength(1)
    // The other tab has heard of it.
    await expect.poll(() => table(other)).toEqual(without)

    await page.getByRole('link', { name: words.correct }).click()
    await page.getByRole('button', { name: words.undo }).click()
    await expect(page.getByRole('button', { name: words.undo })).toHaveCount(0)
    await expect(page.getByText(words.undone).first()).toBeVisible()
    await page.goBack()
    await expect.poll(() => table(page)).toEqual(before)
    await expect.poll(() => table(other)).toEqual(before)
  })

test('ENE-10 SHL-11 SHL-12 by keyboard alone; accessible, and fits', async ({ page }) => {
  await enter(page, `/corrections?sn=${SN}&kind=value&counter=pv&from=${yesterday}T10:00:00Z`)
  await expectLoaded(page)
  await keyboard.tick(page.getByLabel('Der Zähler wurde getauscht'))
  await keyboard.press(page.getByRole('button', { name: 'Vorschau' }))
  await expect(page.getByLabel('Letzter Stand des alten Zählers in kWh')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('12345,678')
  await keyboard.write(page.getByLabel('Erster Stand des neuen Zählers in kWh'), '0')
  await page.keyboard.press('Enter')
  const preview = page.getByRole('region', { name: 'Das ändert sich' })
  await expect(preview.getByRole('heading')).toBeFocused()
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectToFit(page)
  }
  await expectAccessible(page)
  await keyboard.press(preview.getByRole('button', { name: 'Übernehmen' }))
  await expect(page.getByText(/^Zähler getauscht: PV-Zähler/)).toBeVisible()
  await keyboard.press(page.getByRole('button', { name: /^Zurücknehmen: / }).first())
  await expect(page.getByText(/zurückgenommen/).first()).toBeVisible()
})

test('ENE-07 ENE-10 a jump named on the dashboard leads by the chart of its day to a form filled in', async ({
  page,
}) => {
  const [from, until] = [`${yesterday}T10:00:00Z`, `${yesterday}T10:00:05Z`]
  const jumps = [{ sn: SN, counter: 'feed_in', from, until, before: 1000, after: 900_000 }]
  // The simulated units' counters do not jump.
  for (const path of ['counter_jumps', 'graph'])
    await page.route(`**/api/auth/${path}/**`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), jumps } })
    })
  await enter(page, '/dashboard')
  await expect(page.getByText(/Der Einspeisezähler ist gesprungen/)).toBeVisible()
  await page.getByRole('link', { name: 'Diagramm dieses Tages' }).click()
  await expect(page).toHaveURL(new RegExp(`/charts\\?date=${yesterday}&sn=${SN}`))
  await page.getByRole('link', { name: /^Richtigstellen: Einspeise/ }).click()
  await expect(page).toHaveURL(/\/corrections\?/)
  await expect(page.getByLabel('Was möchten Sie tun?')).toHaveValue('value')
  await expect(page.getByLabel('Welcher Zähler?')).toHaveValue('feed_in')
  await expect(page.getByLabel('Zeitpunkt, Tag')).toHaveValue(yesterday)
})
