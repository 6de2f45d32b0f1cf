import { expect } from '@playwright/test'
import { phone, SN, test, texts, wizardOn } from './pages/updates.ts'
import { enter } from './product/product.ts'

const { de } = texts

test('UPD-07 UPD-12 UPD-16 what one tab or device starts, cancels and leaves, the others know', async ({
  newPage,
  product: { panel },
  page,
  context,
}) => {
  const first = wizardOn(page)
  const second = wizardOn(await context.newPage())
  const third = wizardOn(await newPage(phone))
  await test.step('UPD-12 NAV-10 a start that was thought better of', async () => {
    await enter(page, '/dashboard')
    await first.open()
    // A direct link waits for the first values (NAV-10).
    await second.page.goto('/update')
    await expect(second.page).toHaveURL(/\/update$/)
    await second.open()
    await first.choose()
    await first.getReady()
    await first.press(de.start)
    await first.answer('Abbrechen')
    await expect(page.getByRole('alertdialog', { name: 'Start abgebrochen' })).toBeVisible()
    await first.answer(de.understood)
  })

  await test.step('UPD-12 cancelled from the phone', async () => {
    await first.start()
    for (const tab of [first, second]) await expect(tab.title(de.waiting)).toBeVisible()
    await enter(third.page, '/dashboard')
    await third.open()
    await expect(third.title(de.waiting)).toBeVisible()
    await third.press(de.cancel)
    await third.answer('Update abbrechen')
    for (const { card } of [first, second, third])
      await expect(card.getByText(/^Das Update von L2 ist abgebrochen\./)).toBeVisible()
  })

  await test.step('UPD-07 left while it runs, it goes on', async () => {
    await panel.cutAt(SN, 10, { resume: null })
    await panel.mainSwitch(SN, false)
    await first.begin()
    for (const tab of [first, second, third]) await expect(tab.title(de.running)).toBeVisible()
    await first.press(de.back)
    await expect(first.dialog).toContainText('läuft weiter, auch wenn Sie zurückgehen')
    await first.answer('Zurückgehen')
    await expect(first.card.getByText(/^Das Update von L2 läuft weiter\./)).toBeVisible()
    await expect(second.title(de.running)).toBeVisible()
    await first.choose()
    await first.press(de.next)
    await expect(first.title(de.running)).toBeVisible()
  })

  await panel.failInstallation(SN)
  await panel.mendLine(SN)
  for (const tab of [first, second, third]) await tab.takeNote()
})
