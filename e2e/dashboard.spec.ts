import { expect } from '@playwright/test'
import { expectAccessible, expectToFit, tabTo } from './browser/browser.ts'
import { chooseSystem, drawing, openTotal } from './pages/overview.ts'
import { units } from './product/front-panel.ts'
import { enter, owner, signIn, test } from './product/product.ts'

const sunny = { pv_w: 1600, load_w: 220, battery_w: -980, soc: 64, grid_v: 233.6 }

test.beforeEach(async ({ product }) => {
  for (const unit of units) await product.panel.hold(unit, sunny)
})

test('DSH-07 PRD-02 a value a unit publishes is pushed to the screen', async ({ page, product }) => {
  // If the stream fails, the portal polls this instead.
  await page.route('**/api/auth/data/', (route) => route.abort())
  await openTotal(page)
  await expect(page.getByText('4,80').first()).toBeVisible()
  await product.panel.hold('1001', { ...sunny, pv_w: 2100 })
  await expect(page.getByText('5,30').first()).toBeVisible()
})

test('DSH-06 PRD-07 the drawing shows direction and size, in words too', async ({ page, product }) => {
  await openTotal(page)
  await expect(page.getByText('Die Sonne versorgt Ihr Haus').first()).toBeVisible()
  await expect(drawing(page)).toHaveAccessibleName(/Einspeisung/)
  for (const unit of units)
    await product.panel.hold(unit, { pv_w: 0, load_w: 300, battery_w: 0, soc: 0, grid_v: 231 })
  await expect(page.getByText(/läuft gerade über das Netz/).first()).toBeVisible()
  await expect(drawing(page)).toHaveAccessibleName(/Netzbezug/)
})

test('DSH-03 PRD-05 ENT-01 the switcher shows the total and each system', async ({ page, product }) => {
  await product.panel.hold('1002', { ...sunny, pv_w: 1000, battery_w: -380 })
  await signIn(page)
  const names = ['L1', 'L2', 'L3', 'Gesamt']
  for (const name of names) await expect(page.getByRole('radio', { name })).toBeAttached()
  await chooseSystem(page, 'L2')
  await expect(page.getByText('1,00').first()).toBeVisible()
  await chooseSystem(page, 'Gesamt')
  await expect(page.getByText('4,20').first()).toBeVisible()
})

test('DSH-01 PRD-02 the overview has a cell for every live value, and its sub-navigation', async ({
  page,
}) => {
  await openTotal(page)
  const cells = [
    ...['Netzleistung', 'PV-Leistung', 'Speicherleistung', 'Ladezustand', 'Netzspannung'],
    ...['Geladen', 'Entladen', 'Energieprognose', 'Lastprognose'],
  ]
  for (const cell of cells) await expect(page.getByText(cell, { exact: true }).first()).toBeVisible()
  const navigation = page.getByRole('navigation', { name: 'Hauptnavigation' })
  await expect(navigation.getByRole('link', { name: 'Übersicht' })).toHaveAttribute('aria-current', 'page')
  const share = page.getByRole('term').filter({ hasText: 'Eigenverbrauch' })
  await share.evaluate((term) => term.parentElement?.append(document.createElement('p'), 'nicht bekannt'))
  const legends = await page.getByRole('list', { name: /^Wo(hin|her) der/ }).all()
  const tops = await Promise.all(legends.map(async (legend) => (await legend.boundingBox())?.y))
  expect(tops).toEqual([tops[0], tops[0]])
})

test('NAV-07 NAV-08 signed in, the bare address ends at the dashboard; nothing dead is linked', async ({
  page,
}) => {
  await enter(page)
  await page.goto('/')
  await expect(page).toHaveURL(/\/dashboard$/)
  const addresses = await page
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => new URL(link.getAttribute('href') ?? '', document.baseURI).pathname),
    )
  expect(addresses).toContain('/dashboard')
  for (const address of new Set(addresses)) {
    if (address === '/logout') continue
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('')
    expect(new URL(page.url()).pathname).toBe(address === '/' ? '/dashboard' : address)
    await expect(page).not.toHaveTitle(/nicht gefunden/)
  }
})

test('STO-01 the chosen system is still chosen after a reload', async ({ page }) => {
  await signIn(page)
  await chooseSystem(page, 'L3')
  await page.reload()
  await expect(page.getByRole('radio', { name: 'L3' })).toBeChecked()
})

test('DSH-09 a pulled cable is shown, and the gap closes when it is plugged in', async ({
  page,
  product,
}) => {
  await openTotal(page)
  await expect(page.getByText('Alles in Ordnung')).toBeVisible()
  await product.panel.cable('1002', false)
  await expect(page.getByText(/ohne L2/).first()).toBeVisible()
  await product.panel.cable('1002', true)
  await expect(page.getByText(/ohne L2/)).toHaveCount(0)
  await expect(page.getByText('Alles in Ordnung')).toBeVisible()
})

test('ENT-06 a message raised at a unit is shown, explained, and gone when it is resolved', async ({
  page,
  product,
}) => {
  await openTotal(page)
  await product.panel.message('1002', 'i2', true)
  await expect(page.getByText(/offene Meldung(en)? an L2/)).toBeVisible()
  await expect(page.getByText('I>>').first()).toBeVisible()
  await product.panel.message('1002', 'i2', false)
  await expect(page.getByText('Alles in Ordnung')).toBeVisible()
})

test('DSH-07 cut from push, the portal polls, and comes back by itself', async ({ page, product }) => {
  await page.route('**/api/auth/live/', (route) => route.abort())
  await openTotal(page)
  await expect(page.getByText('4,80').first()).toBeVisible()
  await page.unroute('**/api/auth/live/')
  await product.panel.hold('1001', { ...sunny, pv_w: 2100 })
  await expect(page.getByText('5,30').first()).toBeVisible()
})

test('DSH-09 a server that is away is shown, what came last stays, and it all comes back by itself', async ({
  page,
  product,
}) => {
  await openTotal(page)
  await expect(page.getByText('4,80').first()).toBeVisible()
  await product.stop()
  await expect(page.getByText('Keine Verbindung zum Server').first()).toBeVisible()
  await expect(page.getByText(/^64\s*%$/).first()).toBeVisible()
  await product.start()
  await expect(page.getByText('Keine Verbindung zum Server')).toHaveCount(0)
})

for (const width of [320, 390, 768, 1024, 1440, 2560])
  test(`SHL-12 nothing is cut off at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/login')
    await expectToFit(page)
    await signIn(page)
    await expect(drawing(page)).toBeVisible()
    await expectToFit(page)
  })

test('SHL-11 keyboard alone: sign in, choose a system, change the language, sign out', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByLabel('E-Mail-Adresse')).toBeEnabled()
  await tabTo(page.getByLabel('E-Mail-Adresse'))
  await page.keyboard.type(owner.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(owner.password)
  await page.keyboard.press('Enter')
  await expect(drawing(page)).toBeVisible()
  await tabTo(page.getByRole('radio', { name: 'L1' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'L2' })).toBeChecked()
  await tabTo(page.getByRole('button', { name: 'Darstellung' }))
  await page.keyboard.press('Enter')
  await tabTo(page.getByRole('radio', { name: 'DE' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.keyboard.press('Escape')
  await tabTo(page.getByRole('button', { name: 'Profile' }))
  await page.keyboard.press('Enter')
  await tabTo(page.getByRole('link', { name: 'Sign out' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login$/)
})

test('K3 the browser keeps neither address nor readings', async ({ page }) => {
  await openTotal(page)
  await expect(page.getByText('4,80').first()).toBeVisible()
  const kept = await page.evaluate(
    () => JSON.stringify({ ...sessionStorage }) + JSON.stringify(Object.keys(localStorage)),
  )
  expect(kept).not.toMatch(/@|[:,[]4800|233\.6|grid_power|powers/)
})

test('DSH-11 DSH-08 a tap on any number says how it came about, by keyboard too', async ({ page }) => {
  await openTotal(page)
  const names = ['Netzleistung', 'Ladezustand', 'Energieprognose', 'PV-Ertrag', 'Autarkie']
  for (const name of names) {
    const number = page.getByRole('button', { name: new RegExp(`^${name}`) }).first()
    await tabTo(number)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: `${name}: so wird gerechnet` })
    await expect(dialog.getByText(/^Stand|Prognose/).first()).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(number).toBeFocused()
  }
})

test('PRD-02 the time zone is on screen at every width, and nothing overflows', async ({ page }) => {
  await enter(page, '/dashboard')
  for (const width of [390, 768, 1024, 1199, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByText('Europe/Berlin').filter({ visible: true }).first()).toBeVisible()
    const overflow = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
    expect(overflow, `at ${width} px`).toBe(0)
  }
})
