import { chromium, expect } from '@playwright/test'
import { expectAccessible } from './browser/browser.ts'
import { cameraShowing } from './browser/camera.ts'
import { test } from './product/product.ts'

const CODE = '1C3E-5G7J-9MBPQ'

test('AUT-19 the camera reads the code on the sticker into the field', async ({ product, launchOptions }) => {
  await using camera = await cameraShowing(CODE)
  const options = { ...launchOptions, args: [...(launchOptions.args ?? []), ...camera.args] }
  await using browser = await chromium.launch(options)
  const page = await browser.newPage({ baseURL: product.url })
  await page.goto('/register')
  const field = page.getByRole('textbox', { name: /^Zweiter Speicher/ })
  await page.getByRole('button', { name: 'Code mit der Kamera lesen' }).nth(1).click()
  await expect(field).toHaveValue(CODE)
  await expect(field).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: `Gelesen: ${CODE}` })).toHaveCount(1)
  await expectAccessible(page)
})
