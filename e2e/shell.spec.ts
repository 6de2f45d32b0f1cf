import { type BrowserContext, expect, type Page } from '@playwright/test'
import { colourRules, expectAccessible, expectToFit, keyboard, prefer, tabTo } from './browser.ts'
import { drawing } from './overview.ts'
import { enter, signIn, test } from './product.ts'

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /Update|updates/ })
const sidebar = (page: Page) => page.locator('nav[data-ground]')
/** The whole of the overview has come. */
const expectTall = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight))
    .toBeGreaterThan(400)
const phone = { width: 390, height: 844 }

/** Live data in which L2 has an update or not; each stream ends after its data, and is opened anew. */
async function offerings(context: BrowserContext) {
  const now = { offered: false }
  await context.route('**/api/auth/live/', async (route) => {
    const url = route.request().url().replace('/live/', '/data/')
    const answer = await context.request.get(url, { headers: route.request().headers() })
    if (!answer.ok()) return route.fulfill({ response: answer })
    const list: { '1002'?: { updatable: boolean } }[] = await answer.json()
    for (const { 1002: second } of list) if (second) second.updatable = now.offered
    const body = `event: data\ndata: ${JSON.stringify(list)}\n\n`
    return route.fulfill({ contentType: 'text/event-stream', body })
  })
  return now
}

/** A stream may be asked for until its page is gone. */
test.afterEach(({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' }))

/** What has been heard first says that no system has an update. */
async function expectNothingOffered(page: Page) {
  await expect(page.getByText('Alle Speicher sind aktuell.')).toBeAttached()
  await expect(page.locator('[role="status"][class*="Toast"]')).toBeAttached()
}

/** How often the pages of a context have announced an update, from now on and over reloads. */
async function announcements(context: BrowserContext) {
  const heard = { times: 0 }
  await context.exposeFunction('onAnnouncement', () => {
    heard.times += 1
  })
  await context.addInitScript(() => {
    let said = false
    const look = () => {
      const toasts = [...document.querySelectorAll('[role=status]')]
      const now = toasts.some(({ textContent }) => textContent?.includes('Update für L2 verfügbar'))
      if (now && !said) window.onAnnouncement?.()
      said = now
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
  })
  return heard
}
declare global {
  interface Window {
    onAnnouncement?: () => void
  }
}

const toast = (page: Page) => page.getByRole('status').getByText('Update für L2 verfügbar')

test('SHL-02 SHL-11 by keyboard the bell tells which system has an update, and leads there', async ({
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
  await expect(bell(page)).toHaveAccessibleName('1 Update verfügbar')
  await expect(sidebar(page).getByRole('link', { name: 'Update (1 Update verfügbar)' })).toBeVisible()
})

test('SHL-03 SHL-07 an update that comes is said once, in one of two tabs; not on the first load', async ({
  page,
  context,
}) => {
  const now = await offerings(context)
  const heard = await announcements(context)
  await signIn(page)
  const other = await context.newPage()
  await other.goto('/calendar')
  const tabs = [page, other]
  for (const tab of tabs) await expectNothingOffered(tab)
  now.offered = true
  for (const tab of tabs) await expect(bell(tab)).toHaveAccessibleName('1 Update verfügbar')
  for (const tab of tabs) await expect(toast(tab)).toHaveCount(0)
  expect(heard.times).toBe(1)
  await page.reload()
  await expect(bell(page)).toHaveAccessibleName('1 Update verfügbar')
  now.offered = false
  await expect(bell(page)).toHaveAccessibleName('Updates')
  expect(heard.times).toBe(1)
})

test('SHL-03 SHL-11 the word of an update stays for who goes to it, and leads there', async ({
  page,
  context,
}) => {
  const now = await offerings(context)
  await signIn(page)
  await expectNothingOffered(page)
  now.offered = true
  // At once: it closes after a few seconds, unless it has the focus.
  await page.getByRole('status').getByRole('link').focus()
  await expect(toast(page)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/update\?sn=1002$/)
  await expect(toast(page)).toHaveCount(0)
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
    ...['/dashboard', '/dashboard/batteries', '/dashboard/messages', '/charts', '/calendar'],
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
  await expect(bell(page)).toHaveAccessibleName('1 Update verfügbar')
  for (const rubbish of ['{"', 'null', '[{}]', '{"mini":1,"ground":"neon"}', '\u0000']) {
    await page.evaluate((text) => {
      for (const key of ['sidebar', 'knownUpdates', 'update', 'darkMode']) localStorage.setItem(key, text)
      sessionStorage.setItem('state', text)
    }, rubbish)
    await page.reload()
    await expect(drawing(page)).toBeVisible()
    await expect(sidebar(page)).toHaveAttribute('data-ground', 'primary')
    await expect(bell(page)).toHaveAccessibleName('1 Update verfügbar')
  }
})
