import { expect, type Page } from '@playwright/test'
import { enter } from '../product/product.ts'

/** The energy flow drawing. */
export const drawing = (page: Page) => page.getByRole('img', { name: /Sonne .* (Haus|Verbrauch) / }).first()

/** Selects a system, which is shown as selected once the page has followed. */
export async function chooseSystem(page: Page, name: string) {
  const system = page.getByRole('radio', { name })
  // At its label, which Playwright clicks once it has stopped moving; the radio button itself is one hidden pixel.
  await page.locator('label').filter({ has: system }).click()
  await expect(system).toBeChecked()
}

/** Opens the dashboard with all of the demo owner's systems. */
export async function openTotal(page: Page) {
  await enter(page, '/dashboard')
  await chooseSystem(page, 'Gesamt')
}
