import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectToFit, keyboard, prefer } from './browser/browser.ts'
import { bell, phone, SN, switchOnAndOff, test, texts, type WizardPage, wizardOn } from './pages/updates.ts'
import { owner } from './product/product.ts'

const { de } = texts
const wide = { viewport: { width: 1440, height: 900 } }
const views = [
  { dark: true, german: true, ...wide },
  { dark: false, german: false, ...phone },
]

/** Checks the page in its own appearance, and at the other's width. */
async function expectToBeUsable(page: Page) {
  await expectAccessible(page)
  const own = page.viewportSize() ?? wide.viewport
  for (const { viewport } of [wide, phone]) {
    await page.setViewportSize(viewport)
    await expectToFit(page)
  }
  await page.setViewportSize(own)
}

test('SHL-11 PRD-06 by keyboard from sign-in to start; each step is accessible and fits in every look', async ({
  newPage,
  product: { panel },
}) => {
  const [first, ...others] = await Promise.all(
    views.map(async ({ dark, german, viewport }, i) => {
      const page = await newPage({ viewport })
      await prefer(page, { dark, german })
      return wizardOn(page, german ? texts.de : texts.en, i === 0 ? keyboard : undefined)
    }),
  )
  if (!first) throw new Error('no view')
  const all = [first, ...others]
  const check = (pages: readonly WizardPage[] = all) =>
    Promise.all(pages.map(({ page }) => expectToBeUsable(page)))
  const each = async (act: (wizard: WizardPage) => Promise<unknown>) => {
    for (const wizard of all) await act(wizard)
  }
  const reach = (word: 'waiting' | 'running' | 'partDone' | 'written' | 'done') =>
    each(({ title, words }) => expect(title(words[word])).toBeVisible())

  await first.page.goto('/login')
  await keyboard.write(first.page.getByLabel('E-Mail-Adresse'), owner.email)
  await keyboard.write(first.page.getByLabel('Passwort', { exact: true }), owner.password)
  await keyboard.press(first.page.getByRole('button', { name: 'Anmelden' }))
  await keyboard.press(bell(first.page))
  await keyboard.press(first.page.getByRole('link', { name: /L2.*Update in 2 Teilen/ }))
  for (const { page, words, open, choose } of others) {
    await enter(page, words === de)
    await open()
    await choose()
  }
  await check()
  await each(({ getReady }) => getReady())
  await check()
  await each(({ press, words }) => press(words.start))
  await check()

  await first.answer(de.now)
  await expect(first.page.getByRole('dialog', { name: 'Update in 2 Teilen gestartet' })).toBeVisible()
  await check([first])
  await first.answer(de.understood)
  await reach('waiting')
  await check()
  await each(({ press, words }) => press(words.cancel))
  await check()
  await each(({ answer, words }) => answer(words.stay))

  await panel.cutAt(SN, 40, { resume: null })
  await panel.mainSwitch(SN, false)
  await reach('running')
  await check()
  await panel.mendLine(SN)
  await reach('partDone')
  await check()
  await switchOnAndOff(panel)
  await reach('written')
  await check()
  await panel.mainSwitch(SN, true)
  await reach('done')
  await check()
  await each(({ press, words }) => press(words.finish))
  await each(({ title, words }) => expect(title(words.current)).toBeVisible())
  await check()

  await panel.reset([SN])
  await expect(first.title(de.choose)).toBeVisible()
  await panel.cutAt(SN, 10, { resume: null })
  await panel.mainSwitch(SN, false)
  await first.begin()
  await reach('running')
  await panel.failInstallation(SN)
  await panel.mendLine(SN)
  await each(({ page, words }) =>
    expect(page.getByRole('alertdialog', { name: words.interrupted })).toBeVisible(),
  )
  await check()
  await each(({ takeNote }) => takeNote())
})

async function enter(page: Page, german: boolean) {
  await page.goto('/login')
  await page.getByLabel(german ? 'E-Mail-Adresse' : 'E-mail address').fill(owner.email)
  await page.getByLabel(german ? 'Passwort' : 'Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: german ? 'Anmelden' : 'Sign in' }).click()
  await page.waitForURL('**/dashboard')
}
