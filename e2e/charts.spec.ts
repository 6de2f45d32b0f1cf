import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectToFit, keyboard, prefer, tabTo } from './browser/browser.ts'
import { daysBack, hoursOf, todaySince } from './pages/dates.ts'
import { openTotal } from './pages/overview.ts'
import { enter, test } from './product/product.ts'

const yesterday = daysBack(1)
const chart = (page: Page) => page.getByRole('slider', { name: /^(Diagramm|Chart), / })
const row = (page: Page, name: string) => page.getByRole('checkbox', { name })

async function open(page: Page, address: string) {
  await page.goto(`/charts?${address}`)
  await expect(page.locator('[aria-busy=false]').first()).toBeVisible()
}

for (const [dark, german] of [
  [true, true],
  [false, false],
] as const)
  test(`CHT-01 SHL-11 SHL-12 the chart as a table is accessible and fits, ${dark ? 'dark, German' : 'light, English'}`, async ({
    page,
  }) => {
    await enter(page)
    await prefer(page, { dark, german })
    for (const period of ['day', 'month', 'year']) {
      await open(page, `period=${period}&date=${yesterday}&seriesSelected=m0,m6,m1&table=1&sn=-1`)
      await expect(page.getByRole('table')).toBeVisible()
      for (const width of [320, 390, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await expectToFit(page)
      }
      await expectAccessible(page)
    }
  })

test('CHT-09 the address holds the selection, and a broken one falls back and says so', async ({ page }) => {
  await enter(page)
  await open(page, `date=${yesterday}&sn=1001`)
  await row(page, 'Ladezustand').click()
  await expect(row(page, 'Ladezustand')).toBeChecked()
  await page.getByLabel('Auflösung').selectOption('hour')
  await page.getByLabel('Vergleich').selectOption('previous')
  await expect(page).toHaveURL(/seriesSelected=m0%2Cm6.*timeSelected=hour.*compare=previous/)
  await page.reload()
  await expect(chart(page)).toBeVisible()
  await expect(row(page, 'Ladezustand')).toBeChecked()
  await expect(page.getByLabel('Auflösung')).toHaveValue('hour')
  await expect(page.getByLabel('Vergleich')).toHaveValue('previous')

  const today = daysBack(0)
  await open(
    page,
    'period=eon&date=2026-02-30&seriesSelected=m0,m77&timeSelected=month&method=median&sn=9999',
  )
  await expect(page.getByText(/Ein Teil der Adresse war nicht zu lesen/)).toContainText(
    'period, seriesSelected, date, timeSelected, method, sn',
  )
  await expect(page.getByLabel('Datum')).toHaveValue(new RegExp(todaySince(today)))
  await expect(chart(page)).toBeVisible()
})

test('CHT-01 CHT-07 PRD-06 all of a chart by keyboard alone', async ({ page }) => {
  await enter(page)
  await open(page, `date=${yesterday}&sn=1001`)
  await keyboard.tick(row(page, 'Netzspannung'))
  await expect(page).toHaveURL(/m1/)
  await tabTo(chart(page))
  await page.keyboard.press('Home')
  await expect(chart(page)).toHaveAttribute('aria-valuetext', /^00:00\sUhr, .*Netzspannung\s\d{3}/)
  await page.keyboard.press('ArrowRight')
  await expect(chart(page)).toHaveAttribute('aria-valuetext', /^00:15\sUhr, /)
  await page.keyboard.press('+')
  await expect(page.getByText(/^Ausschnitt /)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText(/^Ausschnitt /)).toBeHidden()
  await page.keyboard.press('+')
  await keyboard.press(page.getByRole('button', { name: 'Ganz zeigen' }))
  await expect(page.getByText(/^Ausschnitt /)).toBeHidden()

  await page.goto(page.url())
  await expect(chart(page)).toBeVisible()
  await keyboard.press(page.getByRole('button', { name: 'Zurück', exact: true }))
  await expect(page).toHaveURL(new RegExp(`date=${daysBack(2)}`))
  await keyboard.press(page.getByRole('button', { name: 'Weiter', exact: true }))
  await expect(page).toHaveURL(new RegExp(`date=${yesterday}`))
  await tabTo(page.getByRole('radio', { name: 'Diagramm', exact: true }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('table')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(1 + 4 * hoursOf(yesterday))
})

test('CHT-08 a box pulled over a part of the day is what chart and table show', async ({ page }) => {
  await enter(page)
  const view = (name: string) => page.getByRole('radio', { name, exact: true }).click({ force: true })
  const times = page.locator('tbody th')
  await open(page, `date=${yesterday}&timeSelected=hour&sn=1001&table=1`)
  await expect(times).toHaveCount(hoursOf(yesterday))
  const hours = await times.allInnerTexts()
  await view('Diagramm')
  await expect(chart(page)).toBeVisible()
  const box = await chart(page).boundingBox()
  if (!box) throw new Error('no chart')
  // The plots begin to the right of the axis and end before the chart's edge.
  const [left, right] = [44, box.width - 20]
  const xOf = (hour: number) => box.x + left + ((right - left) * hour) / hours.length
  const y = box.y + box.height / 2
  await page.mouse.move(xOf(6.2), y)
  await page.mouse.down()
  await page.mouse.move(xOf(11.8), y, { steps: 4 })
  await page.mouse.up()
  await expect(page.getByText(/^Ausschnitt /)).toBeVisible()
  await view('Tabelle')
  await expect(times).toHaveText(hours.slice(6, 12))
})

test('CHT-08 over the overview’s chart the wheel scrolls the page, with Ctrl it zooms', async ({ page }) => {
  await openTotal(page)
  const region = page.getByRole('region', { name: 'Leistung heute' })
  const today = region.getByRole('slider')
  await expect(today).toBeVisible()
  const scrolled = () => page.evaluate(() => window.scrollY)
  const whole = region.getByRole('button', { name: 'Ganz zeigen' })
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const below = await scrolled()
  expect(below).toBeGreaterThan(100)
  await today.hover()
  await page.mouse.wheel(0, -100)
  await expect.poll(scrolled).toBeLessThan(below)
  await expect(region.getByText(/^Zum Vergrößern Strg halten/)).toBeVisible()
  await expect(whole).toBeHidden()
  await page.keyboard.down('Control')
  await today.hover()
  await page.mouse.wheel(0, -300)
  await page.keyboard.up('Control')
  await whole.click()
  await expect(whole).toBeHidden()
})

for (const width of [390, 900])
  test(`CHT-08 SHL-11 at ${width} px the legend is in sight, and switches by keyboard`, async ({ page }) => {
    await enter(page)
    await page.setViewportSize({ width, height: 844 })
    await open(page, `date=${yesterday}&seriesSelected=m0,m6&sn=1001&compare=previous`)
    const legend = page.getByRole('list', { name: 'Legende' })
    for (const name of ['PV', /Netzbezug.*Einspeisung/, 'Speicher', 'Verbrauch', 'Ladezustand'])
      await expect(legend.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    await expect(legend.getByText(/^gestrichelt: /)).toBeInViewport({ ratio: 1 })
    await keyboard.press(legend.getByRole('button', { name: 'PV', pressed: true }))
    await expect(page).toHaveURL(/seriesSelected=m2%2Cm5%2Cload%2Cm6/)
    await keyboard.press(legend.getByRole('button', { name: 'PV', pressed: false }))
    await expect(page).toHaveURL(/seriesSelected=m0%2Cm6/)
    await expectAccessible(page)
  })

const saved = {
  de: { button: 'CSV exportieren', time: 'Zeit', separator: ';', point: ',', thousands: '.' },
  en: { button: 'Export CSV', time: 'Time', separator: ',', point: '.', thousands: ',' },
} as const

for (const [language, wording] of Object.entries(saved))
  test(`CHT-04 the CSV file says exactly what the table shows, ${language}`, async ({ page }) => {
    await enter(page)
    await prefer(page, { dark: false, german: language === 'de' })
    await open(page, `date=${yesterday}&seriesSelected=m0,m6,m1&timeSelected=hour&sn=1001&table=1`)
    const texts = (selector: string) => page.locator(selector).allInnerTexts()
    await expect(page.locator('tbody tr')).toHaveCount(hoursOf(yesterday))
    const loading = page.waitForEvent('download')
    await page.getByRole('button', { name: wording.button }).click()
    const download = await loading
    expect(download.suggestedFilename()).toMatch(new RegExp(`^kellersonne-.*-${yesterday}\\.csv$`))
    const text = await readFile(await download.path(), 'utf8')
    expect(text.startsWith('\uFEFF')).toBe(true)
    expect(text.endsWith('\r\n')).toBe(true)
    const [head, ...rows] = text.slice(1).trimEnd().split('\r\n')
    const columns = (await texts('thead th')).map((name) => name.replaceAll(/\s+/g, ' ').trim())
    expect(head?.split(wording.separator)).toEqual(
      columns.map((name, i) => (i === 0 ? wording.time : name.replace(/ (\S+)$/, ' [$1]'))),
    )
    const times = rows.map((line) => line.split(wording.separator)[0])
    expect(times[0]).toMatch(new RegExp(`^${yesterday}T00:00:00\\+0[12]:00$`))
    expect(times.map((time) => time?.slice(11, 16))).toEqual(
      (await texts('tbody th')).map((time) => /\d\d:\d\d/.exec(time)?.[0]),
    )
    const plain = (cell: string) =>
      cell === '–' ? '' : cell.replaceAll(wording.thousands, '').replace('\u2212', '-')
    const shown = (await texts('tbody td')).map((cell) => plain(cell).replace(/[,.]0$/, ''))
    expect(rows.flatMap((line) => line.split(wording.separator).slice(1))).toEqual(shown)
    expect(shown.some((cell) => cell.includes(wording.point))).toBe(true)
  })

test('CHT-01 DSH-01 the overview’s chart of the day leads to the chart of that day', async ({ page }) => {
  const today = daysBack(0)
  await openTotal(page)
  const region = page.getByRole('region', { name: 'Leistung heute' })
  await expect(region.getByRole('slider')).toBeVisible()
  await region.getByRole('link', { name: 'Leistung heute' }).click()
  await expect(page).toHaveURL(new RegExp(`/charts\\?date=${todaySince(today)}.*sn=-1`))
  await expect(chart(page)).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Bilanz' })).toBeChecked()
})

test('CHT-02 what is picked off is gone from chart and table', async ({ page }) => {
  await enter(page)
  await open(page, `date=${yesterday}&sn=1001&table=1`)
  const columns = page.locator('thead th')
  await expect(columns).toHaveCount(5)
  await row(page, 'PV-Leistung').click()
  await expect(columns).toHaveCount(4)
  await expect(columns.filter({ hasText: 'PV' })).toHaveCount(0)
  for (const name of ['Netzleistung', 'Speicherleistung', 'Verbrauch']) {
    await row(page, name).click()
    await expect(row(page, name)).not.toBeChecked()
  }
  await expect(page.getByText('Wählen Sie links eine Reihe.')).toBeVisible()
  await expect(page.getByRole('table')).toBeHidden()
  await row(page, 'Verbrauch').click()
  await expect(columns).toHaveCount(2)
  await page.getByRole('radio', { name: 'Diagramm', exact: true }).click({ force: true })
  await expect(chart(page)).toBeVisible()
})

test('CHT-06 the total sums all powers so that they balance, and without "Bilanz" says what it averages', async ({
  page,
}) => {
  await enter(page)
  await open(page, `date=${yesterday}&timeSelected=hour&sn=-1&table=1`)
  const head = page.locator('thead')
  const balance = page.getByRole('switch', { name: 'Bilanz' })
  await expect(balance).toBeChecked()
  await expect(head).toContainText('Netzleistung (Summe)')
  await expect(head).not.toContainText('Mittel')
  const rows = await page
    .locator('tbody tr')
    .evaluateAll((lines) =>
      lines.map((line) => [...line.querySelectorAll('td')].map(({ innerText }) => innerText)),
    )
  const known = rows
    .filter((cells) => !cells.includes('–'))
    .map((cells) => cells.map((cell) => Number(cell.replaceAll('.', '').replace('\u2212', '-'))))
  expect(known.length).toBeGreaterThan(12)
  for (const [pv = 0, grid = 0, battery = 0, load = 0] of known)
    expect(Math.abs(pv + grid + battery - load)).toBeLessThanOrEqual(2)
  await balance.click()
  await expect(head).toContainText('PV-Leistung (Summe)')
  await expect(head).toContainText('Netzleistung (Mittel)')
  await expect(page).toHaveURL(/balance=0/)
  await page.reload()
  await expect(head).toContainText('Netzleistung (Mittel)')
})
