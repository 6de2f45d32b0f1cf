import { expect, type Page } from '@playwright/test'
import { button, expectLoaded, keyboard, tabTo } from './browser/browser.ts'
import { chooseSystem, drawing, openTotal } from './pages/overview.ts'
import type { FrontPanel } from './product/front-panel.ts'
import { enter, owner, test } from './product/product.ts'

test('SHL-11 by keyboard alone: sign in, read the dashboard, understand a number, zoom a chart', async ({
  page,
}) => {
  await page.goto('/login')
  await expect(page.getByLabel('E-Mail-Adresse')).toBeEnabled()
  await keyboard.write(page.getByLabel('E-Mail-Adresse'), owner.email)
  await keyboard.write(page.getByLabel('Passwort', { exact: true }), owner.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeFocused()
  await expect(drawing(page)).toHaveAccessibleName(/Verbrauch/)

  const number = button(page, /^Netzleistung/)
  await keyboard.press(number)
  const dialog = page.getByRole('dialog', { name: 'Netzleistung: so wird gerechnet' })
  await expect(dialog).toContainText('Stand')
  await page.keyboard.press('Escape')
  await expect(number).toBeFocused()

  await keyboard.press(page.getByRole('link', { name: 'Diagramme' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Diagramme' })).toBeFocused()
  await tabTo(page.getByRole('slider', { name: /^Diagramm, / }))
  await page.keyboard.press('Home')
  await page.keyboard.press('+')
  await expect(page.getByText(/^Ausschnitt /)).toBeVisible()
})

/** Starts counting screen reader announcements. */
const listen = (page: Page) =>
  page.evaluate(() => {
    const texts: string[] = []
    const loud = '[role=status], [role=alert], [role=log], [aria-live]:not([aria-live=off])'
    const note = (node: Node) => {
      const element = node instanceof Element ? node : node.parentElement
      const text = element?.closest(loud)?.textContent
      if (text) texts.push(text)
    }
    const observer = new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) for (const node of [target, ...addedNodes]) note(node)
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    Object.assign(window, { texts })
  })
const requests = (page: Page) =>
  page.evaluate(() => ('texts' in window && Array.isArray(window.texts) ? window.texts : null))

/** Sets values that leave the drawing's text unchanged. */
async function letNumbersChange(page: Page, panel: FrontPanel, shown: readonly [watts: number, RegExp][]) {
  for (const [watts, words] of shown) {
    await panel.hold('1001', { pv_w: watts, load_w: 220, battery_w: -980, soc: 64, grid_v: 233.6 })
    await expect(drawing(page)).toHaveAccessibleName(words)
  }
}

test('SHL-11 nothing is announced while only numbers change, and a message is', async ({ page, product }) => {
  await openTotal(page)
  await chooseSystem(page, 'L1')
  await letNumbersChange(page, product.panel, [[1600, /Sonne 1,60/]])
  await expect(page.locator('[role=status][class*="Toast"]')).toBeAttached()
  // The status of before, such as that values are old, gives way to it.
  await expect(page.getByRole('status').filter({ hasText: 'Alles in Ordnung' })).toBeVisible()
  await listen(page)
  await letNumbersChange(page, product.panel, [
    [1700, /Sonne 1,70/],
    [1810, /Sonne 1,81/],
    [2050, /Sonne 2,05/],
  ])
  expect(await requests(page)).toEqual([])
  await product.panel.message('1001', 'i2', true)
  await expect.poll(async () => (await requests(page))?.join(' ')).toContain('I>>')
})

test('SHL-07 SHL-11 dialogs take 500 ms, folding 250 ms; nothing moves for who wants less motion', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await enter(page, '/dashboard')
  await expect(drawing(page)).toBeVisible()
  const moving = () => page.evaluate(() => document.getAnimations().length)
  const style = (selector: string, name: string) =>
    page.locator(selector).evaluate((element, key) => getComputedStyle(element).getPropertyValue(key), name)
  expect(await style('nav[data-ground]', 'transition-duration')).toBe('0.25s')
  await button(page, /^Netzleistung/).click()
  expect(await style('dialog[open]', 'animation-duration')).toBe('0.5s')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const address of ['dashboard', 'charts', 'update', 'settings']) {
    await page.goto(`/${address}`)
    await expectLoaded(page)
    expect(await moving(), address).toBe(0)
  }
  await page.goto('/dashboard')
  await button(page, /^Netzleistung/).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await button(page, 'Einklappen').click()
  expect(await moving()).toBe(0)
})

test('SHL-11 in forced colours the chosen, the focus and the drawings are seen', async ({ page }) => {
  await enter(page)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/dashboard')
  await expect(drawing(page)).toBeVisible()
  /** System colours as computed by the browser. */
  const system = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('p'))
    const computed = (colour: string) => {
      probe.style.color = colour
      return getComputedStyle(probe).color
    }
    const colours = ['Canvas', 'CanvasText', 'Highlight'].map(computed)
    probe.remove()
    return colours
  })
  const [canvas = '', text = '', highlight = ''] = system
  expect(new Set(system).size).toBe(3)
  const css = (selector: string, name: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, key) => getComputedStyle(element).getPropertyValue(key), name)
  expect(await css('fieldset label:has(:checked)', 'background-color')).toBe(highlight)
  expect(await css('fieldset label:not(:has(:checked))', 'background-color')).not.toBe(highlight)
  for (const drawn of ['[class*=rim]', '[class*=wall]', '[class*=roof]', '[class*=mast]'])
    expect(await css(drawn, 'stroke'), drawn).toBe(text)
  expect(await css('[class*=module_earth]', 'fill')).toBe(canvas)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await css(':focus-visible', 'outline-color')).toBe(highlight)
  await page.goto('/settings')
  const dark = page.getByRole('main').getByRole('switch').first()
  await expect(dark).toBeVisible()
  expect(await css('main [role=switch]:checked', 'background-color')).toBe(highlight)
})
