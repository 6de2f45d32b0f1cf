import { expect } from '@playwright/test'
import { enter, owner, test } from './product/product.ts'

test.use({ provoked: /no canvas for/ })

test('API-13 a card that breaks leaves the page, is reported to the server without a word about its owner, and can be tried again', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype
    Object.assign(window, { mend: () => Object.assign(HTMLCanvasElement.prototype, { getContext }) })
    Object.assign(HTMLCanvasElement.prototype, {
      getContext() {
        throw new TypeError('no canvas for demo@kellersonne.example at /charts?sn=1001')
      },
    })
  })
  const report = page.waitForRequest('**/api/crashes/')
  await enter(page, '/dashboard')
  await expect(page.getByText(/Zuletzt online/).first()).toBeVisible()
  await page.mouse.wheel(0, 2000)
  await expect(page.getByText('Dieser Teil lässt sich gerade nicht anzeigen')).toBeVisible()
  await expect(page.getByText(/Zuletzt online/).first()).toBeVisible()
  const sent = await report
  const form = Object.fromEntries(new URLSearchParams(sent.postData() ?? ''))
  expect(form).toMatchObject({
    message: 'TypeError: no canvas for … at /charts…',
    route: expect.stringContaining('dashboard'),
    build: expect.stringMatching(/^[\w-]{12}$/),
    stack: expect.stringMatching(/^(assets\/[\w.-]+\.js:\d+:\d+\n?)+$/),
  })
  expect(JSON.stringify(form)).not.toContain(owner.email)
  expect((await sent.response())?.status()).toBe(200)
  await page.evaluate(() => (window as Window & { mend?: () => void }).mend?.())
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(page.getByText('Dieser Teil lässt sich gerade nicht anzeigen')).toHaveCount(0)
})

test('HND-01 F7 a server that dies is started again', async ({ product, page }) => {
  await product.crashServer()
  const isReady = () =>
    fetch(`${product.url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isReady).toBe(true)
  await enter(page, '/dashboard')
  await expect(page.getByText(/Zuletzt online/).first()).toBeVisible()
})
