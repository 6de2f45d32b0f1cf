import { expect, type Page } from '@playwright/test'
import { colourRules, expectAccessible, expectToFit, keyboard, prefer, tabTo } from './browser/browser.ts'
import { drawing } from './pages/overview.ts'
import { enter, test } from './product/product.ts'

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /Update|updates/ })
const sidebar = (page: Page) => page.locator('nav[data-ground]')
/** Waits until the whole dashboard has loaded. */
const expectTall = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight))
    .toBeGreaterThan(400)
const phone = { width: 390, height: 844 }

test('SHL-02 SHL-11 by keyboard the bell shows which system has an update, and leads there', async ({
  page,
}) => {
  await enter(page, '/dashboard')
  await keyboard.press(bell(page))
  const way = page
    .getByRole('region', { name: 'Updates' })
    .getByRole('link', { name: /L2.*Update in 2 Teilen/ })
  await expectAccessible(page)
  await keyboard.press(way)
  await expect(page).toHaveURL(/\/update\?sn=1002$/)
  await expect(way).toBeHidden()
})

test('SHL-02 SHL-11 the bell closes by Escape and keeps the focus', async ({ page }) => {
  await enter(page, '/dashboard')
  await keyboard.press(bell(page))
  const list = page.getByRole('region', { name: 'Updates' })
  await expect(list).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(bell(page)).toBeFocused()
})

test('SHL-02 a page that shows nothing of now knows of the update too', async ({ page }) => {
  await enter(page)
  await page.goto('/user')
  await expect(bell(page)).toHaveAccessibleName(/^1 Update verfügbar/)
  await expect(sidebar(page).getByRole('link', { name: 'Update (1 Update verfügbar)' })).toBeVisible()
})

for (const dark of [true, false])
  test(`SHL-05 SHL-11 by keyboard the settings panel colours the sidebar, for good, ${dark ? 'dark' : 'light'}`, async ({
    page,
  }) => {
    await prefer(page, { dark, german: true })
    await enter(page, '/dashboard')
    await keyboard.press(page.getByRole('button', { name: 'Darstellung' }))
    await keyboard.press(page.getByRole('button', { name: 'Seitenleiste anpassen …' }))
    const panel = page.getByRole('dialog', { name: 'Darstellung anpassen' })
    await tabTo(panel.getByRole('group', { name: /Hintergrund/ }).getByRole('radio', { checked: true }))
    for (const ground of ['clay', 'moss', 'slate', 'plum']) {
      await page.keyboard.press('ArrowDown')
      await expect(sidebar(page)).toHaveAttribute('data-ground', ground)
      await page.keyboard.press('Tab')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Shift+Tab')
      await expectAccessible(page, colourRules)
    }
    await expect(sidebar(page)).toHaveAttribute('data-title', 'sky')
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(page.getByRole('button', { name: 'Darstellung' })).toBeFocused()
    await expectAccessible(page)
    await page.reload()
    await expect(sidebar(page)).toHaveAttribute('data-ground', 'plum')
    await expect(sidebar(page)).toHaveAttribute('data-title', 'sky')
  })

test('SHL-04 the sidebar folds by its own button and by the fixed one, and stays folded', async ({
  page,
}) => {
  await enter(page, '/dashboard')
  await expectTall(page)
  const fixed = page.getByRole('button', { name: 'Seitenleiste einklappen' })
  await page.evaluate(() => window.scrollTo(0, 51))
  await expect(fixed).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 50))
  await expect(fixed).toHaveCount(0)
  await page.evaluate(() => window.scrollTo(0, 51))
  await expect(fixed).toBeVisible()
  await page.getByRole('button', { name: 'Einklappen', exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(fixed).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(sidebar(page)).toHaveCSS('width', '72px')
  await expectAccessible(page)
  await expectToFit(page)
  await page.reload()
  await expect(sidebar(page)).toHaveCSS('width', '72px')
  await keyboard.press(page.getByRole('button', { name: 'Ausklappen', exact: true }))
  await expect(sidebar(page)).toHaveCSS('width', '216px')
})

test('SHL-04 NAV-08 one place is marked in the sidebar, wide and narrow', async ({ page }) => {
  const marked = () =>
    sidebar(page)
      .getByRole('link')
      .evaluateAll((links) =>
        links
          .filter((link) => link.checkVisibility() && getComputedStyle(link, '::before').content !== 'none')
          .map((link) => link.getAttribute('title')),
      )
  await enter(page, '/dashboard')
  for (const width of [1440, 900]) {
    await page.setViewportSize({ width, height: 900 })
    for (const [path, name] of [
      ['/dashboard', 'Übersicht'],
      ['/dashboard/batteries', 'Batterien'],
      ['/charts', 'Diagramme'],
      ['/settings', 'Einstellungen'],
    ] as const) {
      await page.goto(path)
      await expect.poll(marked).toEqual([name])
    }
  }
})

test('SHL-12 NAV-08 on a phone everything is behind the bar and its sheet, by keyboard too', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  await enter(page, '/dashboard')
  const bar = page.getByRole('navigation', { name: 'Hauptnavigation' })
  await expect(bar).toHaveCount(1)
  for (const name of ['Dashboard', 'Diagramme', 'Kalender', /^Update/])
    await expect(bar.getByRole('link', { name })).toBeVisible()
  await keyboard.press(bar.getByRole('button', { name: 'Mehr' }))
  const sheet = page.getByRole('region', { name: 'Mehr' })
  for (const name of ['Batterien', 'Einstellungen', 'Benutzer', 'Abmelden'])
    await expect(sheet.getByRole('link', { name })).toBeVisible()
  await expectAccessible(page)
  await tabTo(sheet.getByRole('switch', { name: 'Dunkles Design' }))
  await page.keyboard.press('Space')
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'light')
  await keyboard.press(sheet.getByRole('link', { name: 'Batterien' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Batterien' })).toBeFocused()
  await expect(sheet).toBeHidden()
  await keyboard.press(page.getByRole('navigation', { name: 'Sie sind hier' }).getByRole('link'))
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('SHL-11 the first Tab leads past the navigation', async ({ page }) => {
  await enter(page)
  await page.goto('/settings')
  await expect(page.getByRole('heading', { name: 'Seriennummern' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Zum Inhalt springen' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.querySelector('main')?.contains(document.activeElement))).toBe(
    true,
  )
})

test('NAV-12 a page gone to begins at its top and its heading; the way back ends where one was', async ({
  page,
}) => {
  await enter(page, '/dashboard')
  await expectTall(page)
  await page.evaluate(() => window.scrollTo(0, 300))
  await sidebar(page).getByRole('link', { name: 'Einstellungen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeFocused()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(300)
})

test('NAV-01 NAV-12 every address has a title of its own, and is the same after a reload', async ({
  page,
}) => {
  await enter(page, '/dashboard')
  const seen = new Set<string>()
  const addresses = [
    ...[
      '/dashboard',
      '/dashboard/batteries',
      '/dashboard/messages',
      '/charts',
      '/calendar',
      '/corrections',
      '/import',
    ],
    ...['/update', '/settings', '/user', '/nowhere'],
  ]
  for (const address of addresses) {
    await page.goto(address)
    await expect(page).toHaveTitle(/.+ · Kellersonne$/)
    const title = await page.title()
    await page.reload()
    await expect(page).toHaveTitle(title)
    expect(new URL(page.url()).pathname).toBe(address)
    seen.add(title)
  }
  expect(seen.size).toBe(addresses.length)
})

test('STO-02 what cannot be read of what is kept changes nothing', async ({ page }) => {
  await enter(page, '/dashboard')
  await expect(bell(page)).toHaveAccessibleName(/^1 Update verfügbar/)
  for (const rubbish of ['{"', 'null', '[{}]', '{"mini":1,"ground":"neon"}', '\u0000']) {
    await page.evaluate((text) => {
      for (const key of ['sidebar', 'knownUpdates', 'update', 'darkMode']) localStorage.setItem(key, text)
      sessionStorage.setItem('state', text)
    }, rubbish)
    await page.reload()
    await expect(drawing(page)).toBeVisible()
    await expect(sidebar(page)).toHaveAttribute('data-ground', 'primary')
    await expect(bell(page)).toHaveAccessibleName(/^1 Update verfügbar/)
  }
})

test('SHL-11 SHL-12 zoomed to 300 %, bars that stay take less than a fifth of the screen', async ({
  page,
}) => {
  const height = 300
  await page.setViewportSize({ width: 480, height })
  await enter(page, '/dashboard')
  await expectTall(page)
  await page.mouse.wheel(0, 400)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
  const bars = [page.getByRole('banner'), page.getByRole('navigation')]
  const boxes = await Promise.all(bars.map((bar) => bar.boundingBox()))
  const taken = boxes.map((box) =>
    box === null ? 0 : Math.max(0, Math.min(height, box.y + box.height) - Math.max(0, box.y)),
  )
  expect(taken.reduce((all, one) => all + one)).toBeLessThan(height / 5)
})
