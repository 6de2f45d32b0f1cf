import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectToFit } from './browser/browser.ts'
import { drawing, openTotal } from './pages/overview.ts'
import { register } from './pages/register.ts'
import type { Scenario } from './product/front-panel.ts'
import { enter, signIn, test } from './product/product.ts'

/** Checks the open page on a phone and on a wide screen, dark and light. */
async function inspect(page: Page) {
  for (const dark of [true, false]) {
    await page.evaluate(
      (scheme) => {
        document.documentElement.dataset['colorScheme'] = scheme
      },
      dark ? 'dark' : 'light',
    )
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expectToFit(page)
      await expectAccessible(page)
    }
  }
}

const flows: readonly [Scenario, RegExp, sentence: RegExp][] = [
  [
    'sun_for_all',
    /Sonne 4,82\s*kW.*Haus 650\s*W.*Einspeisung 1,21\s*kW.*lädt (?:mit )?2,96\s*kW/,
    /Die Sonne versorgt Ihr Haus/,
  ],
  ['battery_full', /Sonne 5,34\s*kW.*Haus 630\s*W.*Einspeisung 4,71\s*kW.*ruht/, /der Rest fließt ins Netz/],
  [
    'cloud_at_noon',
    /Sonne 920\s*W.*Haus 2,23\s*kW.*Netz ruht.*entlädt (?:mit )?1,31\s*kW/,
    /Sonne und Speicher/,
  ],
  [
    'evening',
    /Sonne 0\s*W.*Haus 620\s*W.*Netz ruht.*entlädt (?:mit )?620\s*W/,
    /Der Speicher versorgt Ihr Haus/,
  ],
  ['winter_cooking', /Haus 3,55\s*kW.*Netzbezug 1,15\s*kW.*entlädt (?:mit )?2,40\s*kW/, /das Netz hilft aus/],
  ['float_charge', /Haus 530\s*W.*Netzbezug 710\s*W.*lädt (?:mit )?180\s*W/, /Das Netz versorgt Ihr Haus/],
  ['sun_and_grid', /Sonne 1,05\s*kW.*Haus 2,67\s*kW.*Netzbezug 1,62\s*kW.*ruht/, /Die Sonne hilft/],
]

test('DSH-06 DSH-09 the eight states of the flow, as the front panel makes them', async ({
  page,
  product,
}) => {
  await openTotal(page)
  for (const [scenario, values, sentence] of flows) {
    await product.panel.scenario(scenario)
    await expect(drawing(page), scenario).toHaveAccessibleName(values)
    await expect(page.getByText(sentence).first(), scenario).toBeVisible()
  }
  await product.panel.scenario('no_data')
  await expect(page.getByText('Ihre Speicher melden sich nicht.').first()).toBeVisible()
  await expect(drawing(page)).toHaveAccessibleName(/Sonne –/)
})

test('DSH-09 loading is drawn, not accidental', async ({ page }) => {
  await signIn(page)
  await page.route(/api\/auth\/(live|data)\//, () => {})
  await page.reload()
  await expect(page.locator('[aria-busy=true]').first()).toBeVisible()
  await inspect(page)
})

test('DSH-09 an error says its cause and that the battery goes on, and comes back by itself', async ({
  page,
}) => {
  await page.route(/api\/auth\/(live|data)\//, (route) => route.abort())
  await signIn(page)
  await expect(page.getByText('Keine Verbindung zum Server.').first()).toBeVisible()
  await expect(page.getByText(/Ihr Speicher arbeitet davon unabhängig weiter/)).toBeVisible()
  await inspect(page)
  const retry = await page.getByRole('button', { name: 'Erneut versuchen' }).elementHandle()
  await page.unrouteAll()
  // The connection may be back already, and the button gone.
  await retry?.evaluate((button) => button instanceof HTMLElement && button.click())
  await expect(page.getByText('Keine Verbindung zum Server.')).toHaveCount(0)
})

test('DSH-09 AUT-12 AUT-09 ALR-16 empty, though another owner was here: first waiting for a switch, then a dark cellar', async ({
  page,
  product,
}) => {
  // In quotes: the digits alone may occur in an owner's id or in a token.
  const sn = '"1002"'
  const kept = () => page.evaluate(() => Object.values({ ...localStorage, ...sessionStorage }).join())
  await enter(page, '/dashboard')
  await expect(page.getByText('L2').first()).toBeVisible()
  await expect.poll(kept).toContain(sn)
  await page.goto('/logout')
  await page.waitForURL('**/login')
  const newcomer = { email: `neu@${crypto.randomUUID()}.example`, password: 'Mond-im-Garten-7' }
  const { ok, access } = await register(page, product, { ...newcomer, key: 'KELLER' })
  expect(ok).toBe(true)
  await page.goto('/login')
  await page.getByLabel('E-Mail-Adresse').fill(newcomer.email)
  await page.getByLabel('Passwort', { exact: true }).fill(newcomer.password)
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page.getByText(/^wartet, noch/)).toBeVisible()
  await expect(page.getByText('L2')).toHaveCount(0)
  expect(await kept()).not.toContain(sn)
  await inspect(page)
  const released = await page.request.post('/api/auth/usr_sn/release/', {
    headers: { authorization: `Bearer ${access}` },
    form: { sn: 'KELLER' },
  })
  expect(released.ok()).toBe(true)
  const form = Promise.withResolvers<void>()
  await page.route('**/AddSystem-*.js', (route) => form.promise.then(() => route.continue()))
  await page.reload()
  await expect(page.getByText('Ihr Keller ist noch dunkel.')).toBeVisible()
  await page.getByRole('button', { name: 'Ersten Speicher hinzufügen' }).click()
  form.resolve()
  await expect(page.getByRole('textbox', { name: '1. Seriennummer' })).toBeFocused()
  await expect(page.getByText(/KELLER/)).toHaveCount(0)
  await inspect(page)
  await page.getByRole('button', { name: 'Ersten Speicher hinzufügen' }).click()
  await expect(page.getByRole('textbox', { name: '1. Seriennummer' })).toBeFocused()
  await page.goto('/alerts')
  await expect(page.getByRole('switch', { name: 'Neue Anmeldung, E-Mail: Ihr Konto' })).toBeChecked()
  await inspect(page)
})

test('DSH-09 stale: all of it grey and dated; partly stale: the others count on', async ({
  page,
  product,
}) => {
  await product.panel.scenario('evening')
  await openTotal(page)
  await expect(drawing(page)).toHaveAccessibleName(/Haus 620/)
  await product.panel.cable('1002', false)
  await expect(page.getByText(/ohne L2/).first()).toBeVisible()
  await inspect(page)
  await product.panel.cable('1003', false)
  const notes = page.getByRole('region', { name: 'Messwerte' }).getByRole('definition')
  await expect(notes.filter({ hasText: /^heute, L2 und L3 bis/ })).not.toHaveCount(0)
  const cutOff = await notes.evaluateAll((all) =>
    all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
  )
  expect(cutOff).toEqual([])
  await product.panel.cable('1001', false)
  await expect(page.getByText('Ihre Speicher melden sich nicht.').first()).toBeVisible()
  await expect(page.getByText(/Stand \d\d[:.]\d\d/).first()).toBeVisible()
  await inspect(page)
})
