import { expect, type Page } from '@playwright/test'

/** Finds text covered by other text or by something with a background, on a viewport as tall as the page. */
function coveredWords(): string[] {
  const covered: string[] = []
  const seen: { text: string; box: DOMRect }[] = []
  const overlap = (a: DOMRect, b: DOMRect) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 6
  /** True if something opaque covers an element at a point. */
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

/** Expects that nothing covers the page's text. */
export async function expectNothingCovered(page: Page) {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  async function look() {
    const tall = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ width, height: Math.max(height, tall) })
    return page.evaluate(coveredWords)
  }
  await expect.poll(look, `${page.url()} at ${width} px`).toEqual([])
}
