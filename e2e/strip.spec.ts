import { type CurrentDataList, currentDataList, toLiveSystems } from '@kellersonne/contract/live/live'
import { isOpen } from '@kellersonne/core/messages/messages'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectLoaded, expectToFit, tabTo } from './browser/browser.ts'
import { enter, owner, test } from './product/product.ts'

/** The demo owner's systems, once nothing is left at them of a test before: units report after their reset. */
async function systemsAtRest({ request }: Page): Promise<CurrentDataList> {
  const { access } = await (await request.post('/api/auth/token/', { form: owner })).json()
  const headers = { authorization: `Bearer ${access}` }
  let systems: CurrentDataList = []
  await expect
    .poll(async () => {
      systems = currentDataList.parse(await (await request.get('/api/auth/data/', { headers })).json())
      return toLiveSystems(systems).filter(
        ({ online, messages }) => !online || messages.some(({ code }) => isOpen(code)),
      )
    })
    .toEqual([])
  return systems
}

/** Makes `count` systems of the demo owner's first three: these and copies of them, every seventh silent. */
async function pretend(page: Page, count: number) {
  const real = await systemsAtRest(page)
  const all = Array.from({ length: count }, (_, i) => {
    const [[, values] = ['', {}]] = Object.entries(real[i % real.length] ?? {})
    const silent = i % 7 === 6 ? { last_online_from: '2026-01-01T00:00:00.000Z', online: false } : {}
    return { [`${1001 + i}`]: { ...values, name: i % 2 ? `Haus am Waldrand ${i}` : null, ...silent } }
  })
  const body = `event: data\ndata: ${JSON.stringify(all)}\n\n`
  await page.route('**/api/auth/live/', (route) => route.fulfill({ contentType: 'text/event-stream', body }))
}
const strip = (page: Page) => page.getByRole('group', { name: 'Alle Speicher' })

for (const count of [12, 60])
  test(`DSH-13 ${count} systems fit, are reached by keyboard, and nothing moves by itself`, async ({
    page,
  }) => {
    await pretend(page, count)
    await enter(page)
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/dashboard')
      await expectLoaded(page)
      const radios = strip(page).getByRole('radio')
      await expect(radios).toHaveCount(count + 1)
      await expect(radios.first()).toHaveAccessibleName(/keine Daten/)
      await expect(radios.last()).toHaveAccessibleName(`Gesamt ${count} Speicher`)
      await expectToFit(page)
      await expectAccessible(page)
      const moving = () =>
        strip(page).evaluate((element) =>
          element.getAnimations({ subtree: true }).map(({ playState }) => playState),
        )
      await expect.poll(moving).not.toContain('running')
    }
    await tabTo(strip(page).getByRole('radio', { checked: true }))
    await page.keyboard.press('Tab')
    await expect(strip(page).locator(':focus')).toHaveCount(0)
  })

test('DSH-13 the wheel over the strip scrolls the page, and a click selects', async ({ page }) => {
  await pretend(page, 12)
  await page.setViewportSize({ width: 1440, height: 700 })
  await enter(page, '/dashboard')
  await strip(page).getByText('L3', { exact: false }).first().hover()
  await page.mouse.wheel(0, 300)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  await page.mouse.wheel(0, -300)
  await strip(page).getByText('Haus am Waldrand 1', { exact: true }).click()
  await expect(page.getByRole('heading', { level: 2, name: /„Haus am Waldrand 1“/ })).toBeVisible()
})
