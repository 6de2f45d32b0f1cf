import { expect, type Page } from '@playwright/test'
import { guests, owners } from './addresses.ts'
import { colour, expectAccessible, expectLoaded, expectToFit, prefer } from './browser.ts'
import { signIn, test } from './product.ts'

/** The last two are a screen of 1280 px enlarged to 200 % and to 400 %. */
const screens = [
  ...[2560, 1440, 1024, 768, 390, 360, 320].map((width) => ({ width, height: 900 })),
  { width: 640, height: 450 },
  { width: 320, height: 256 },
]

/** Words that others, or something with a ground, lie over; looked for on a screen as tall as the page. */
function coveredWords(): string[] {
  const covered: string[] = []
  const seen: { text: string; box: DOMRect }[] = []
  const overlap = (a: DOMRect, b: DOMRect) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 6
  /** Whether something lies over an element at a point and hides it. */
  function isHidden(element: Element, x: number, y: number) {
    const all = document.elementsFromPoint(x, y)
    const first = all.findIndex((one) => one.contains(element) || element.contains(one))
    return all
      .slice(0, Math.max(0, first))
      .map((one) => getComputedStyle(one))
      .some(({ opacity, backgroundColor }) => opacity !== '0' && backgroundColor !== 'rgba(0, 0, 0, 0)')
  }
  const isClipped = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).clipPath !== 'none' || isClipped(element.parentElement))
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement
    const text = node.nodeValue?.trim()
    if (!element || !text || !element.checkVisibility({ visibilityProperty: true })) continue
    if (element.closest('.visually-hidden, svg, option, [popover]:not(:popover-open)')) continue
    if (isClipped(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const box of range.getClientRects()) {
      if (box.width < 4) continue
      const other = seen.find((one) => overlap(one.box, box))
      if (other) covered.push(`${text} on ${other.text}`)
      seen.push({ text, box })
      for (const x of [box.left + 1, box.right - 1]) {
        if (isHidden(element, x, (box.top + box.bottom) / 2)) covered.push(`${text} is hidden`)
      }
    }
  }
  return covered
}

async function expectUncovered(page: Page) {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  async function look() {
    const tall = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ width, height: Math.max(height, tall) })
    return page.evaluate(coveredWords)
  }
  await expect.poll(look, `${page.url()} at ${width} px`).toEqual([])
}

/** From screen to screen in turn dark and light: in the other language the other way round. */
async function inspect(page: Page, address: string, german: boolean) {
  await page.goto(`/${address}`)
  await expectLoaded(page)
  for (const [at, screen] of screens.entries()) {
    await colour(page, (at % 2 === 0) === german ? 'dark' : 'light')
    await page.setViewportSize(screen)
    await expectToFit(page)
    await expectUncovered(page)
  }
}

for (const german of [true, false])
  test.describe(german ? 'in German' : 'in English', () => {
    test.setTimeout(120_000)

    test('NAV-03 NAV-05 NAV-06 SHL-12 nothing is cut off or covered on any page for guests', async ({
      page,
    }) => {
      await prefer(page, { dark: german, german })
      for (const address of guests) await inspect(page, address, german)
    })

    test('SHL-12 nothing is cut off or covered on any page for owners', async ({ page, product }) => {
      await product.panel.message('1002', 'i2', true)
      await signIn(page, { stay: true })
      await prefer(page, { dark: german, german })
      for (const address of owners) await inspect(page, address, german)
    })
  })

test('SET-04 SHL-11 the dialog for the farewell: named, closed by Escape, and nothing happens without both', async ({
  page,
}) => {
  await signIn(page)
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
