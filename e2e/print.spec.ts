import { expect, type Page } from '@playwright/test'
import { expectLoaded, prefer } from './browser/browser.ts'
import { daysBack } from './pages/dates.ts'
import { enter, test } from './product/product.ts'

/** A4 upright, px: media queries see all of it, the page gets what the margins leave. */
const PAPER = { width: 794, height: 1123 }
const WITHIN = 703

const pages = {
  Dashboard: 'dashboard',
  Diagramme: `charts?date=${daysBack(1)}&seriesSelected=m0,m6,m1&sn=-1&compare=previous`,
  Kalender: `calendar?date=${daysBack(1)}`,
  Batterien: 'dashboard/batteries',
  Meldungen: 'dashboard/messages',
  Update: 'update',
  Einstellungen: 'settings',
  Benutzer: 'user',
}

/** Light and fitting as the others, but without a chart of their own to draw anew. */
const texts = {
  Hinweise: 'alerts',
  'Gesundheit der Batterie': 'battery-health',
  'Prognose-Güte': 'forecast-quality',
  'Werte korrigieren': 'corrections',
  'Verlauf übernehmen': 'import',
  Glossar: 'glossary',
  Kontakt: 'contact',
  'Werte einer Batterie': 'passport',
}

const colours = (page: Page) =>
  page.evaluate(() => [
    document.documentElement.dataset['colorScheme'],
    getComputedStyle(document.body).backgroundColor,
  ])

/** Prints the open page as soon as it has what paper needs, which loads last. */
async function print(page: Page) {
  await expect(async () => {
    await page.emulateMedia({ media: 'screen' })
    await page.emulateMedia({ media: 'print' })
    expect(await colours(page)).toEqual(['light', 'rgb(255, 255, 255)'])
  }).toPass()
}

/** Prints the open page and expects it light, complete and without controls. */
async function expectPaper(page: Page) {
  await print(page)
  await expect(page.getByRole('navigation').filter({ visible: true })).toHaveCount(0)
  await expect(page.locator('button:not([data-paper])').filter({ visible: true })).toHaveCount(0)
  const wide = await page.evaluate((width) => {
    document.body.style.width = `${width}px`
    return [...document.querySelectorAll('body *')]
      .filter((part) => !part.matches('.visually-hidden, .visually-hidden *, svg *'))
      .filter((part) => {
        const box = part.getBoundingClientRect()
        return box.width > 0 && (box.left < -1 || box.right > width + 1)
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 120))
  }, WITHIN)
  expect(wide).toEqual([])
  expect((await page.pdf({ format: 'A4' })).byteLength).toBeGreaterThan(10_000)
}

test('SHL-13 on paper a page that needs no session is light and fits, too', async ({ page }) => {
  await prefer(page, { dark: true, german: true })
  await page.setViewportSize(PAPER)
  await page.goto('/register')
  await expect(page.getByRole('heading', { level: 1, name: 'Registrieren' })).toBeVisible()
  await expectPaper(page)
})

for (const [title, address] of Object.entries(pages))
  test(`SHL-13 on paper ${title} is light and fits, without navigation and buttons`, async ({ page }) => {
    await prefer(page, { dark: true, german: true })
    await page.setViewportSize(PAPER)
    await enter(page, `/${address}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expectLoaded(page)
    await expectPaper(page)
    await page.emulateMedia({ media: 'screen' })
    await expect.poll(async () => (await colours(page))[0]).toBe('dark')
  })

test('SHL-13 on paper the pages of text, lists and forms are light and fit, too', async ({ page }) => {
  await prefer(page, { dark: true, german: true })
  await page.setViewportSize(PAPER)
  await enter(page)
  for (const [title, address] of Object.entries(texts)) {
    await page.emulateMedia({ media: 'screen' })
    await page.goto(`/${address}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expectLoaded(page)
    await expectPaper(page)
  }
})

test('SHL-13 DSH-01 the day’s values are below its chart on paper', async ({ page }) => {
  await page.setViewportSize(PAPER)
  await enter(page, '/dashboard')
  const region = page.getByRole('region', { name: 'Leistung heute' })
  await region.scrollIntoViewIfNeeded()
  await expect(region.getByRole('slider')).toBeVisible()
  await print(page)
  const chart = await region.getByRole('slider').boundingBox()
  const values = await region.getByRole('definition').first().boundingBox()
  expect((chart?.y ?? 0) + (chart?.height ?? Number.NaN)).toBeLessThanOrEqual(values?.y ?? 0)
})

test('SHL-13 CHT-08 a chart is drawn anew for paper, in light colours and under its name', async ({
  page,
}) => {
  await prefer(page, { dark: true, german: true })
  await enter(page, `/${pages.Diagramme}`)
  const canvas = page.getByRole('slider').locator('canvas').first()
  await expect(canvas).toBeVisible()
  /** Whether the battery's area, which no season is without, has its colour on light ground, and the chart's width. */
  const drawn = () =>
    canvas.evaluate((chart: HTMLCanvasElement) => {
      const { data = [] } = chart.getContext('2d')?.getImageData(0, 0, chart.width, chart.height) ?? {}
      const isLight = (_: number, i: number) =>
        i % 4 === 0 && data[i] === 0xeb && data[i + 1] === 0x94 && data[i + 2] === 0x63
      return { light: [...data].some(isLight), width: chart.clientWidth }
    })
  expect((await drawn()).light).toBe(false)
  await print(page)
  await expect.poll(drawn).toEqual({ light: true, width: 640 })
  await expect(page.getByRole('heading', { name: /^Gesamt · / })).toBeVisible()
  await expect(page.getByText(/^Viertelstunde · Mittelwert · L1, L2 und L3 · Bilanz$/)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Legende' })).toBeVisible()
})
