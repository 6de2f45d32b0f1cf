import { expect } from '@playwright/test'
import { expectAccessible, expectLoaded, expectToFit } from './browser/browser.ts'
import { enter, owner, test } from './product/product.ts'

const SECRET = 's'.repeat(43)

test('GWY-20 GWY-23 a gateway is paired, locked and given up in the settings', async ({ page }) => {
  await enter(page, '/settings')
  const card = page.getByRole('region', { name: 'Eigene Anlage anschließen' })
  await card.getByRole('button', { name: 'Kopplungscode erzeugen' }).click()
  const code = card.getByText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/)
  await expect(code).toBeVisible()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectLoaded(page)
    await expectToFit(page)
    await expectAccessible(page)
  }
  const form = { pairing_code: (await code.textContent()) ?? '', secret: SECRET }
  const answer = await page.request.post('/api/gateways/', { form })
  expect(answer.status()).toBe(200)
  const { serial_number: sn } = await answer.json()
  await expect(card.getByText(new RegExp(`Gekoppelt als Anlage ${sn}`))).toBeVisible()
  await expect(page.getByRole('button', { name: `Speicher ${sn} abgeben` })).toBeVisible()
  await card.getByRole('button', { name: `Gateway von Anlage ${sn} sperren` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sperren' }).click()
  await expect(card.getByText('Gateway gesperrt')).toBeVisible()
  await page.getByRole('button', { name: `Speicher ${sn} abgeben` }).click()
  await page.getByRole('dialog').getByLabel('Passwort', { exact: true }).fill(owner.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Abgeben' }).click()
  await expect(page.getByRole('button', { name: `Speicher ${sn} abgeben` })).toHaveCount(0)
  await expect(card.getByRole('listitem')).toHaveCount(0)
})
