import type { Calendar } from '@kellersonne/contract/energy/calendar'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectToFit, prefer, tabTo } from './browser/browser.ts'
import { daysBack, todaySince } from './pages/dates.ts'
import { enter, test } from './product/product.ts'

const grid = (page: Page) => page.getByRole('grid')
const day = (page: Page, date: string) => grid(page).locator(`[data-day="${date}"]`)

async function open(page: Page, address = '') {
  await page.goto(`/calendar${address}`)
  await expect(grid(page)).toHaveAttribute('aria-busy', 'false')
}

/** Gives each day two messages, as many as a cell marks. */
const addMessages = (page: Page) =>
  page.route(/\/api\/auth\/calendar\//, async (route) => {
    const response = await route.fetch()
    const answer: Calendar = await response.json()
    const sn = serialNumber.parse('1001')
    const days = answer.days.map((one) => ({
      ...one,
      messages: ['i2', 'relay'].map((code) => ({
        ...{ sn, code, severity: 'danger', raised_at: `${one.day}T10:00:00Z`, resolved_at: null },
      })),
    }))
    await route.fulfill({ response, json: { ...answer, days } })
  })

/** The least distance of a day's marks from its number and from the edge of its cell, px. */
const roomOfMarks = (page: Page, date: string) =>
  day(page, date).evaluate((cell) => {
    const number = [...cell.querySelectorAll('span')].find(({ textContent }) =>
      /^\d+$/.test(textContent ?? ''),
    )
    const marks = [...(number?.parentElement?.querySelectorAll('svg') ?? [])]
    const after = number?.getBoundingClientRect().right ?? Number.NaN
    const edge = cell.getBoundingClientRect().right
    return Math.min(
      ...marks
        .map((mark) => mark.getBoundingClientRect())
        .map(({ left, right }) => Math.min(left - after, edge - right)),
    )
  })

for (const [dark, german] of [
  [true, true],
  [false, false],
] as const)
  test(`CAL-01 SHL-11 SHL-12 a month on whose days clocks change is accessible and fits, ${dark ? 'dark, German' : 'light, English'}`, async ({
    page,
  }) => {
    await enter(page)
    await prefer(page, { dark, german })
    await addMessages(page)
    await open(page, '?date=2026-03-29')
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expectToFit(page)
      expect(await roomOfMarks(page, '2026-03-29')).toBeGreaterThan(2)
    }
    await expectAccessible(page)
  })

test('CAL-01 PRD-06 by keyboard alone: days, weeks, months, and the day’s chart and back', async ({
  page,
}) => {
  await enter(page)
  await open(page, '?date=2026-06-10')
  await tabTo(day(page, '2026-06-10'))
  const steps = [
    ['ArrowRight', '2026-06-11'],
    ['ArrowDown', '2026-06-18'],
    ['ArrowLeft', '2026-06-17'],
    ['ArrowUp', '2026-06-10'],
    ['Home', '2026-06-08'],
    ['End', '2026-06-14'],
    ['PageUp', '2026-05-14'],
    ['PageDown', '2026-06-14'],
    ['Shift+PageUp', '2025-06-14'],
    ['Shift+PageDown', '2026-06-14'],
  ] as const
  for (const [key, date] of steps) {
    await page.keyboard.press(key)
    await expect(day(page, date), key).toBeFocused()
  }
  await expect(page).toHaveURL(/date=2026-06-14/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/charts\?date=2026-06-14/)
  await page.goBack()
  await expect(page).toHaveURL(/\/calendar\?date=2026-06-14/)
  await expect(day(page, '2026-06-14')).toHaveAttribute('data-selected', 'true')
})

test('CAL-01 CAL-02 a click opens that day’s chart, and the address is mended where it is broken', async ({
  page,
}) => {
  const yesterday = daysBack(1)
  await enter(page)
  await open(page, `?date=${yesterday}`)
  await day(page, yesterday).click()
  await expect(page).toHaveURL(new RegExp(`/charts\\?date=${yesterday}`))
  await expect(page.getByRole('slider', { name: /^Diagramm, / })).toBeVisible()
  const today = daysBack(0)
  await open(page, '?date=2026-02-30')
  await expect(page.getByText(/Das Datum in der Adresse war nicht zu lesen/)).toBeVisible()
  await expect(grid(page).locator('[data-selected=true]')).toHaveAttribute(
    'data-day',
    new RegExp(todaySince(today)),
  )
})

test('CAL-01 PRD-08 weeks begin on Monday, and days on which clocks change say their hours', async ({
  page,
}) => {
  await enter(page)
  await open(page, '?date=2026-03-29')
  await expect(grid(page).getByRole('columnheader').first()).toHaveAttribute('abbr', 'Montag')
  const weeks = grid(page).locator('tbody tr')
  await expect(weeks.nth(0).locator('td').last().locator('[data-day]')).toHaveAttribute(
    'data-day',
    '2026-03-01',
  )
  await expect(weeks.nth(1).locator('td').first().locator('[data-day]')).toHaveAttribute(
    'data-day',
    '2026-03-02',
  )
  await expect(day(page, '2026-03-29')).toHaveAccessibleName(/23 Stunden/)
  await open(page, '?date=2026-10-25')
  await expect(day(page, '2026-10-25')).toHaveAccessibleName(/25 Stunden/)
})
