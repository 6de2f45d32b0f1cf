import {
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import { pointer } from '../browser/browser.ts'
import type { FrontPanel } from '../product/front-panel.ts'
import { test as base } from '../product/product.ts'
import { openProduct, type Product } from '../product/started.ts'

/** The demo's system with an update, for two chips. */
export const SN = '1002'
const settings = {
  ...{ DOWNLOAD_BYTES_PER_S: '1500000', INSTALL_MS: '200', POLL_MS: '500', INTERVAL_MS: '1000' },
}

type NewPage = (options?: BrowserContextOptions) => Promise<Page>

/** A product whose units download and install within seconds. */
export const test = base.extend<{ newPage: NewPage }, { product: Product }>({
  /** A page of a separate browser context, closed with the test so that its errors do not reach the next one. */
  newPage: async ({ browser }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext(options)
      contexts.push(context)
      return context.newPage()
    })
    await Promise.all(contexts.map((context) => context.close()))
  },
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: tells Playwright that no fixture is needed
    async ({}, use) => {
      await using product = await openProduct('updates', settings)
      await use(product)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

export const texts = {
  de: {
    ...{
      next: 'Weiter',
      start: 'Update starten',
      now: 'Jetzt starten',
      cancel: 'Abbrechen',
      back: 'Zurück',
      stay: 'Weiter warten',
    },
    ...{ understood: 'Verstanden', finish: 'Fertig', off: 'L2 ist ausgeschaltet' },
    ...{
      ready: /^(L2 ist bereit für das Update|Noch ist L2 nicht ganz bereit)\.$/,
      waiting: 'Warten auf den Speicher …',
    },
    ...{ running: 'L2 wird aktualisiert.', partDone: 'Teil 1 von 2 ist fertig.' },
    ...{ written: 'Schalten Sie den Speicher L2 wieder ein.', done: 'L2 ist auf dem neuen Stand.' },
    ...{
      interrupted: 'Das Update wurde unterbrochen.',
      choose: 'Welchen Speicher möchten Sie aktualisieren?',
    },
    ...{ current: 'Alle Speicher sind aktuell.' },
  },
  en: {
    ...{ next: 'Next', start: 'Start update', now: 'Start now', cancel: 'Cancel', back: 'Back' },
    stay: 'Go on waiting',
    ...{ understood: 'Understood', finish: 'Done', off: 'L2 is switched off' },
    ...{
      ready: /^(L2 is ready for the update|L2 is not quite ready yet)\.$/,
      waiting: 'Waiting for the battery …',
    },
    ...{ running: 'L2 is being updated.', partDone: 'Part 1 of 2 is finished.' },
    ...{ written: 'Switch the battery L2 on again.', done: 'L2 is up to date.' },
    ...{ interrupted: 'The update was interrupted.', choose: 'Which battery would you like to update?' },
    ...{ current: 'All batteries are up to date.' },
  },
}

/** The wizard on a page, with its owner's actions. */
export function wizardOn(page: Page, words: (typeof texts)['de' | 'en'] = texts.de, hands = pointer) {
  const card = page.getByRole('region', { name: 'Update', exact: true })
  const button = (name: string) => card.getByRole('button', { name, exact: true })
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  const answer = (name: string) => hands.press(dialog.getByRole('button', { name, exact: true }))
  const gauge = card.getByRole('progressbar')
  const choose = () => card.getByRole('radio', { name: /L2/ }).check({ force: true })
  async function getReady() {
    await hands.tick(card.getByRole('checkbox', { name: words.off }))
    await hands.press(button(words.next))
    await expect(card.getByRole('heading', { name: words.ready })).toBeVisible()
  }
  async function start() {
    await hands.press(button(words.start))
    await answer(words.now)
    await answer(words.understood)
    await expect(dialog).toHaveCount(0)
  }
  return {
    ...{ page, words, card, button, dialog, answer, gauge, choose, getReady, start },
    title: (name: string) => card.getByRole('heading', { name, exact: true }),
    /** From choosing the system to the start. */
    async begin() {
      await choose()
      await getReady()
      await start()
    },
    press: (name: string) => hands.press(button(name)),
    /** Acknowledges an interruption. */
    async takeNote(why: RegExp | string = '') {
      const alert = page.getByRole('alertdialog', { name: words.interrupted })
      await expect(alert).toContainText(why)
      await answer(words.understood)
      await expect(card.getByRole('heading', { name: words.choose })).toBeVisible()
    },
    /** Opens the wizard through the navigation. */
    async open() {
      await page
        .getByRole('navigation')
        .getByRole('link', { name: /^Update( \(|$)/ })
        .click()
      await expect(card).toBeVisible()
    },
    /** Waits until the gauge corresponds to a percentage of the image: 5 before the first byte, 90 after the last. */
    expectDownloaded: (percent: number) =>
      expect
        .poll(async () => Number(await gauge.getAttribute('aria-valuenow').catch(() => 0)), {})
        .toBeGreaterThanOrEqual(Math.floor(5 + 0.85 * percent) - 1),
  }
}
export type WizardPage = ReturnType<typeof wizardOn>

declare global {
  interface Window {
    onPercent?: (percent: number) => void
  }
}

/** Records every percentage a page shows of an update. */
export async function percentsOn(page: Page): Promise<readonly number[]> {
  const seen: number[] = []
  await page.exposeFunction('onPercent', (percent: number) => void seen.push(percent))
  await page.evaluate(() => {
    const look = () => {
      const shown = document.querySelector('section [role=progressbar]')?.getAttribute('aria-valuenow')
      if (shown != null) window.onPercent?.(Number(shown))
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
  })
  return seen
}

export const phone = { viewport: { width: 390, height: 844 } }

/** The update bell in the top bar. */
export const bell = (page: Page): Locator => page.getByRole('banner').getByRole('button', { name: /Update/ })

/** The main switch on a unit's front panel, in a browser. */
export async function openFrontPanel(page: Page, panel: FrontPanel): Promise<Locator> {
  await page.goto(panel.url)
  return page.getByRole('article', { name: `L2, ${SN}` }).getByRole('switch', { name: 'Hauptschalter' })
}

/** Waits until a unit's chip runs a version. */
export const expectToRun = (panel: FrontPanel, chip: string, version: string) =>
  expect.poll(async () => (await panel.firmware(SN))?.versions[chip]).toBe(version)

/** The switching required between two parts. */
export async function switchOnAndOff(panel: FrontPanel) {
  await panel.mainSwitch(SN, true)
  await expectToRun(panel, 'bms', '2.5.0')
  await panel.mainSwitch(SN, false)
}
