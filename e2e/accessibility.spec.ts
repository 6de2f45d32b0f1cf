import { expect, type Page } from '@playwright/test'
import { button, colour, colourRules, expectAccessible, expectLoaded } from './browser/browser.ts'
import { enter, test } from './product/product.ts'

/** Expects no axe violations on a wide screen and on a phone, one dark and the other light. */
async function inspect(page: Page, wideAndDark: boolean) {
  for (const [width, dark] of [
    [1440, wideAndDark],
    [390, !wideAndDark],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await colour(page, dark ? 'dark' : 'light')
    await expectAccessible(page)
  }
}

type Opened = { readonly name: string; readonly address: string; open(page: Page): Promise<unknown> }
const opened: readonly Opened[] = [
  {
    name: 'the appearance panel',
    address: 'dashboard',
    async open(page) {
      await button(page, 'Darstellung').click()
      await expectAccessible(page)
      await button(page, 'Seitenleiste anpassen …').click()
    },
  },
  { name: 'the bell', address: 'user', open: (page) => button(page, /Update verfügbar/).click() },
  { name: 'the profile menu', address: 'settings', open: (page) => button(page, 'Profil').click() },
  {
    name: 'an explanation',
    address: 'dashboard',
    open: (page) => button(page, /^Netzleistung/).click(),
  },
  {
    name: 'a message',
    address: 'dashboard/messages?sn=1002',
    open: (page) => page.getByRole('row').getByRole('button').first().click(),
  },
  {
    name: 'a command',
    address: 'dashboard/batteries?sn=1002',
    open: (page) => page.getByRole('button', { name: 'Standby', exact: true }).click(),
  },
  {
    name: 'an update',
    address: 'update?sn=1002',
    async open(page) {
      await page.getByRole('main').getByRole('radio').first().check({ force: true })
      await page.getByLabel('L2 ist ausgeschaltet').check()
      await button(page, 'Weiter').click()
      await expect(page.getByRole('heading', { name: /Update/, level: 2 }).first()).toBeVisible()
      for (const wideAndDark of [true, false]) await inspect(page, wideAndDark)
      await button(page, /starten/).click()
    },
  },
  {
    name: 'a picture to crop',
    address: 'user',
    async open(page) {
      const buffer = await page.screenshot()
      const file = { name: 'sun.png', mimeType: 'image/png', buffer }
      await page.getByLabel('Profilbild wählen').setInputFiles(file)
    },
  },
  { name: 'the farewell', address: 'settings', open: (page) => button(page, 'Konto löschen …').click() },
]

test('SHL-11 axe finds nothing in menus, panels and dialogs', async ({ page, product }) => {
  await product.panel.message('1002', 'i2', true)
  await enter(page)
  for (const { name, address, open } of opened)
    await test.step(name, async () => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(`/${address}`)
      await expectLoaded(page)
      await open(page)
      await expect(page.locator('dialog[open], :popover-open').first()).toBeVisible()
      await expectAccessible(page)
      await page.setViewportSize({ width: 390, height: 900 })
      await colour(page, 'light')
      await expectAccessible(page)
    })
  await test.step('the sheets of a phone', async () => {
    for (const [address, name] of [
      ['dashboard', 'Mehr'],
      ['charts', 'Auswahl'],
    ] as const) {
      await page.goto(`/${address}`)
      await expectLoaded(page)
      await button(page, name).click()
      await expectAccessible(page)
      await colour(page, 'light')
      await expectAccessible(page, colourRules)
    }
  })
})
