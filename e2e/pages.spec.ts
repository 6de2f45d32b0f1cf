import { chromium, expect, type Page } from '@playwright/test'
import { colour, expectAccessible, expectLoaded, expectToFit, prefer } from './browser/browser.ts'
import { expectNothingCovered } from './browser/covered.ts'
import { guests, owners } from './pages/addresses.ts'
import { enter, signIn, test } from './product/product.ts'

/** The browsers' default font size. */
const NORMAL_PX = 16

/** The last two are a 1280 px screen zoomed to 200 % and to 400 %. */
const screens = [
  ...[2560, 1440, 1024, 768, 390, 360, 320].map((width) => ({ width, height: 900 })),
  { width: 640, height: 450 },
  { width: 320, height: 256 },
]

/** The screens on which axe looks too, one dark and the other light. */
const AXE_WIDTHS = [1440, 390]

// Each of these tests takes longer than most files.
test.describe.configure({ mode: 'parallel' })

/** Changes the language as another tab does: the page speaks it without being loaded again. */
async function speakEnglish(page: Page) {
  await page.evaluate(() => {
    localStorage.setItem('languageSelected', 'false')
    dispatchEvent(new StorageEvent('storage', { key: 'languageSelected', storageArea: localStorage }))
  })
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
}

/** Alternates between dark and light from screen to screen; in English it does it the other way round. */
async function inspect(page: Page, address: string) {
  await page.goto(`/${address}`)
  for (const german of [true, false]) {
    if (!german) await speakEnglish(page)
    await expectLoaded(page)
    for (const [at, screen] of screens.entries()) {
      const isCheckedByAxe = AXE_WIDTHS.includes(screen.width)
      if (isCheckedByAxe) await colour(page, (at % 2 === 0) === german ? 'dark' : 'light')
      await page.setViewportSize(screen)
      await expectToFit(page)
      await expectNothingCovered(page)
      if (isCheckedByAxe) await expectAccessible(page)
    }
  }
}

/** Few pages to a test: on a busy machine, all of them would take longer than one may. */
const inFours = (addresses: readonly string[]) =>
  Array.from({ length: Math.ceil(addresses.length / 4) }, (_, i) => addresses.slice(4 * i, 4 * i + 4))
const namesOf = (addresses: readonly string[]) => addresses.map((address) => address.split(/[?#]/)[0]).join()

for (const addresses of inFours(guests))
  test(`NAV-03 NAV-05 NAV-06 SHL-11 SHL-12 nothing is cut off, covered or inaccessible for guests: ${namesOf(addresses)}`, async ({
    page,
  }) => {
    await prefer(page, { dark: true, german: true })
    for (const address of addresses) await inspect(page, address)
  })

for (const addresses of inFours(owners))
  test(`NAV-05 NAV-06 SHL-11 SHL-12 nothing is cut off, covered or inaccessible for owners: ${namesOf(addresses)}`, async ({
    page,
    product,
  }) => {
    await product.panel.message('1002', 'i2', true)
    await enter(page)
    await prefer(page, { dark: true, german: true })
    for (const address of addresses) await inspect(page, address)
  })

test('SHL-11 words of twice the size are not cut off or covered on any page', async ({
  product,
  launchOptions,
}) => {
  const larger = `--blink-settings=defaultFontSize=${2 * NORMAL_PX}`
  const options = { ...launchOptions, args: [...(launchOptions.args ?? []), larger] }
  await using browser = await chromium.launch(options)
  const context = await browser.newContext({ baseURL: product.url, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await prefer(page, { dark: true, german: true })
  const inspectLarge = async (address: string) => {
    await page.goto(`/${address}`)
    await expectLoaded(page)
    for (const width of [1440, 720]) {
      await page.setViewportSize({ width, height: 900 })
      await expectToFit(page)
      await expectNothingCovered(page)
    }
    const words = page.locator('h1, p').first()
    const size = () => words.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
    expect(await size(), address).toBeGreaterThanOrEqual(1.5 * NORMAL_PX)
  }
  for (const address of guests) await inspectLarge(address)
  await signIn(page, { stay: true })
  for (const address of owners) await inspectLarge(address)
})

test('SET-04 SHL-11 the dialog for the farewell: named, closed by Escape, and nothing happens without both', async ({
  page,
}) => {
  await enter(page)
  await page.goto('/settings')
  const open = page.getByRole('button', { name: 'Konto löschen …' })
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Konto endgültig löschen?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Konto endgültig löschen' }).click()
  await expect(dialog.getByText('Bitte geben Sie das Wort LÖSCHEN ein.')).toBeVisible()
  await dialog.getByLabel('Passwort', { exact: true }).fill('Falsch-aber-lang-1')
  await dialog.getByLabel(/LÖSCHEN/).fill('LÖSCHEN')
  await dialog.getByRole('button', { name: 'Konto endgültig löschen' }).click()
  await expect(dialog.getByText('Das Passwort ist falsch.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
})
