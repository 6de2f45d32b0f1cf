import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Locator, type Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'

declare global {
  interface Window {
    readonly axe: typeof import('axe-core')
  }
}

/** Minified, it is sent and compiled in half the time. */
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

type Preferences = { readonly dark: boolean; readonly german: boolean }

/** Stores appearance and language, as if chosen here before. */
export const prefer = (page: Page, preferences: Preferences) =>
  page.addInitScript(({ dark, german }) => {
    localStorage.setItem('darkMode', String(dark))
    localStorage.setItem('languageSelected', String(german))
  }, preferences)

/** Switches the open page's colour scheme. */
export async function colour(page: Page, scheme: 'dark' | 'light') {
  await page.evaluate((name) => {
    document.documentElement.dataset['colorScheme'] = name
  }, scheme)
}

/** Waits until animations have finished. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })

/** The axe rules that depend on colours; all others are independent of the colour scheme. */
export const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Expects no axe violations on the open page; `rules` restricts the check. Axe is injected once per document:
 * compiling it takes longer than most checks.
 */
export async function expectAccessible(page: Page, rules?: readonly string[]) {
  await settled(page)
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe)
  // Only violations need details. Preloading serves only rules about media, and there are none.
  const options: RunOptions = {
    ...{ resultTypes: ['violations'], preload: false },
    ...(rules && { runOnly: [...rules] }),
  }
  const { violations } = await page.evaluate((chosen) => window.axe.run(chosen), options)
  expect(violations, page.url()).toEqual([])
}

/** Expects no horizontal overflow. */
export async function expectToFit(page: Page) {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(overflow, `${page.url()} at ${page.viewportSize()?.width} px`).toBe(0)
}

/** Waits until the page has loaded. */
export async function expectLoaded(page: Page) {
  const heading = page.getByRole('heading', { level: 1 })
  // While its element is missing, each look of `expect` describes the whole page for a report of failure.
  await heading.waitFor()
  await expect(heading).not.toHaveText('')
  await expect(page.getByText(/wird geladen|loading/i)).toHaveCount(0)
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
}

/** The first button with that name. */
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

const PATIENCE = 60

/** Moves the focus to a control with the Tab key alone. */
export async function tabTo(target: Locator) {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < PATIENCE; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await target.page().keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${target}`)
}

/** Actions with a pointer. */
export const pointer = {
  press: (control: Locator) => control.click(),
  write: (field: Locator, text: string) => field.fill(text),
  tick: (box: Locator) => box.check(),
}
export type Hands = typeof pointer

/** The same actions with the keyboard alone. */
export const keyboard: Hands = {
  async press(control) {
    await tabTo(control)
    await control.page().keyboard.press('Enter')
  },
  async write(field, text) {
    await tabTo(field)
    await field.page().keyboard.press('ControlOrMeta+A')
    await field.page().keyboard.type(text)
  },
  async tick(box) {
    await tabTo(box)
    await box.page().keyboard.press('Space')
  },
}
