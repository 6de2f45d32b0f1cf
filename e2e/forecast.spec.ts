import type { Forecast } from '@kellersonne/contract/energy/forecast'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectToFit, keyboard } from './browser/browser.ts'
import { daysBack } from './pages/dates.ts'
import { chooseSystem } from './pages/overview.ts'
import { enter, test } from './product/product.ts'

const PATIENCE = { timeout: 120_000, intervals: [500] }

/** Gives the server's forecast the bands of a system with a long past: units of tests have one of two days. */
async function addBands(page: Page) {
  await page.route(/\/api\/auth\/forecast\/\?/, async (route) => {
    const response = await route.fetch()
    const answer: Forecast = await response.json()
    const days = answer.days.map((day) => ({
      ...day,
      pv_low: day.pv.map(() => 500),
      pv_high: day.pv.map(() => 1500),
      sums: { ...day.sums, pv: { low: 8000, expected: 11_000, high: 13_000 } },
    }))
    await route.fulfill({ response, json: { ...answer, days } })
  })
}

/** Waits on an open page until the server has made a forecast of today and tomorrow. */
async function expectForecast(page: Page) {
  const daysForecast = async () => {
    const token = await page.evaluate(() => localStorage.getItem('accessToken'))
    const headers = { authorization: `Bearer ${token}` }
    const answer = await page.request.get('/api/auth/forecast/?sn=1001', { headers })
    const { days }: Forecast = await answer.json()
    return days.length
  }
  await expect.poll(daysForecast, PATIENCE).toBe(2)
}

test('FCT-50 FCT-53 FCT-56 DSH-12 an owner reads tomorrow in a sentence, how often it was right, and says how full the battery is', async ({
  page,
}) => {
  await enter(page, '/dashboard')
  await chooseSystem(page, 'L1')
  await expectForecast(page)
  await addBands(page)
  await page.reload()
  const card = page.getByRole('region', { name: 'Prognose', exact: true })
  await page.getByRole('region', { name: 'Leistung heute' }).scrollIntoViewIfNeeded()
  await expect(card.getByText(/^Heute 8 bis 13\skWh, am ehesten 11\.$/)).toBeVisible()
  await expect(card.getByText(/^Morgen 8 bis 13\skWh, am ehesten 11\.$/)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Energieprognose: so wird gerechnet' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/^(Noch keine Prognose: Dafür|Gerechnet mit)/)).toBeVisible()
  await expect(
    dialog.getByText('Eine Wettervorhersage ist in diesem Portal nicht eingerichtet.'),
  ).toBeVisible()
  await dialog.getByRole('link', { name: 'Wie oft die Prognose stimmte' }).click()
  await expect(page).toHaveURL(/\/forecast-quality\?sn=1001$/)
  await expect(page.getByText(/^Noch ist keine Prognose aufbewahrt/)).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Wann die Batterie wieder von der Sonne lebt' }),
  ).toBeVisible()
  await expectAccessible(page)
})

test('FCT-56 SHL-12 a place is given by postcode, moved by keyboard on the map, seen in another tab, and erased', async ({
  page,
}) => {
  await enter(page, '/settings')
  const card = page.getByRole('region', { name: 'Standort' })
  const other = await page.context().newPage()
  await other.goto('/settings')
  const seen = other.getByRole('region', { name: 'Standort' })
  await expect(seen.getByText('nicht angegeben')).toHaveCount(3)

  await card.getByRole('button', { name: 'Standort von L1 angeben' }).click()
  const dialog = page.getByRole('dialog', { name: 'Standort von L1' })
  const postcode = dialog.getByRole('textbox', { name: 'Postleitzahl' })
  await postcode.fill('00')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await expect(dialog.getByText('Diese Postleitzahl gibt es in Deutschland nicht.')).toBeVisible()
  await expect(postcode).toBeFocused()
  await expect(postcode).toHaveValue('00')
  await expectAccessible(page)
  await postcode.fill('78462')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await expect(card.getByText(/^Der Standort von L1 ist gespeichert\./)).toBeVisible()
  await expect(card.getByText('um 48,0° N, 8,6° O')).toBeVisible()
  await expect(seen.getByText('um 48,0° N, 8,6° O')).toBeVisible()

  await keyboard.press(card.getByRole('button', { name: 'Standort von L1 ändern' }))
  const map = dialog.getByRole('application', { name: 'Karte von Deutschland' })
  await map.focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('status').filter({ hasText: '48,1° N, 8,7° O' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectToFit(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await card.getByRole('button', { name: 'Standort von L1 ändern' }).click()
  await dialog.getByRole('button', { name: 'Standort löschen' }).click()
  await expect(card.getByText('Der Standort von L1 ist gelöscht.')).toBeVisible()
  await expect(seen.getByText('nicht angegeben')).toHaveCount(3)
})

test('FCT-51 CHT-01 the day chart says in words and in its table where values are expected to lie', async ({
  page,
}) => {
  await enter(page, '/charts')
  await expectForecast(page)
  await addBands(page)
  await page.goto(`/charts?date=${daysBack(0)}&seriesSelected=m4,m9&sn=1001`)
  await expect(page.getByText(/^Sonne: Heute 8 bis 13\skWh, am ehesten 11\.$/)).toBeVisible()
  const chart = page.getByRole('slider')
  await chart.focus()
  await page.keyboard.press('End')
  await expect(chart).toHaveAttribute('aria-valuetext', /Energieprognose .*, Sonne meist /)
  await expectAccessible(page)
  await page.goto(`/charts?date=${daysBack(0)}&seriesSelected=m4,m9&sn=1001&table=1`)
  await expect(page.locator('thead')).toContainText('Energieprognose, untere Grenze (10 %)')
  await page.goto(`/charts?date=${daysBack(1)}&seriesSelected=m4,m9&sn=1001`)
  await expect(page.getByText(/^Für diese Zeit ist keine Prognose aufbewahrt/)).toBeVisible()
})
