import type { Page } from '@playwright/test'
import { enter } from './product.ts'

/** The drawing of what flows. */
export const drawing = (page: Page) => page.getByRole('img', { name: /Haus|Ihr/ }).first()

/** Which system is shown. */
export const choose = (page: Page, name: string) => page.getByRole('radio', { name }).check({ force: true })

/** The overview of all of the demo owner's systems. */
export async function openTotal(page: Page) {
  await enter(page, '/dashboard')
  await choose(page, 'Gesamt')
}
