import type { Page } from '@playwright/test'
import { enter } from '../product/product.ts'

/** The energy flow drawing. */
export const drawing = (page: Page) => page.getByRole('img', { name: /Sonne .* (Haus|Verbrauch) / }).first()

/** Selects a system. */
export const chooseSystem = (page: Page, name: string) =>
  page.getByRole('radio', { name }).check({ force: true })

/** Opens the dashboard with all of the demo owner's systems. */
export async function openTotal(page: Page) {
  await enter(page, '/dashboard')
  await chooseSystem(page, 'Gesamt')
}
