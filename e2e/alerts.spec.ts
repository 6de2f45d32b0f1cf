import { chooseAlerts } from '@kellersonne/contract/messages/alerts'
import { expect, type Page } from '@playwright/test'
import { colour, expectAccessible, expectLoaded, expectToFit } from './browser/browser.ts'
import { linkIn } from './product/mails.ts'
import { enter, owner, test } from './product/product.ts'
import { signInFrom } from './product/sign-in-from.ts'

const topicSwitch = (page: Page) => page.getByRole('switch', { name: 'Neue Anmeldung, E-Mail: Ihr Konto' })

test('ALR-01 ALR-07 ALR-16 an alert is mailed and listed, and its link mutes it without signing in', async ({
  page,
  browser,
  product,
}, info) => {
  await enter(page)
  // Tests before it may have caused mails of the same kind.
  const mails = async () => (await product.panel.mailsTo(owner.email)).map(({ text }) => text)
  const earlier = new Set(await mails())
  expect(await signInFrom(`127.0.1.${info.repeatEachIndex + 1}`, product.url)).toBe(200)
  let link = ''
  await expect
    .poll(async () => {
      // In the owner's language, which another test may have changed.
      const said = /mit einem Gerät und aus einem Netz|with a device and from a network/
      link = linkIn((await mails()).find((text) => said.test(text) && !earlier.has(text)) ?? '')
      return link
    })
    .toMatch(/\/alerts\/mute#token=/)

  await page.goto('/alerts')
  const row = page.getByRole('listitem').filter({ hasText: 'Anmeldung von einem neuen Gerät' }).first()
  await expect(row).toContainText(`an ${owner.email} geschickt`)
  await expect(topicSwitch(page)).toBeChecked()
  for (const [width, scheme] of [
    [1440, 'dark'],
    [390, 'light'],
    [390, 'dark'],
    [1440, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await colour(page, scheme)
    await expectAccessible(page)
    await expectToFit(page)
  }

  await using elsewhere = await browser.newContext({ baseURL: product.url })
  const other = await elsewhere.newPage()
  await other.goto(link)
  await expectLoaded(other)
  await expectAccessible(other)
  await other.getByLabel('Wie lange').selectOption('always')
  await page.reload()
  await expect(topicSwitch(page)).toBeChecked()
  await other.getByRole('button', { name: 'Stumm schalten' }).click()
  await expect(other.getByText('Stumm geschaltet.')).toBeVisible()

  await page.reload()
  await expect(topicSwitch(page)).not.toBeChecked()
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith(chooseAlerts.path),
  )
  await topicSwitch(page).check()
  await saved
  await page.reload()
  await expect(topicSwitch(page)).toBeChecked()
})
