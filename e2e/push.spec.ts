import { openPushService } from '@kellersonne/testing/push-service'
import { expect, type Page } from '@playwright/test'
import { colour, expectAccessible, expectToFit } from './browser/browser.ts'
import { firefoxPath, openFirefox } from './browser/firefox.ts'
import { enter, owner, test } from './product/product.ts'
import { signInFrom } from './product/sign-in-from.ts'
import { openProduct } from './product/started.ts'

type Given = { endpoint: string; p256dh: string; auth: string }

/**
 * Has a page subscribe at a push service of ours, as headless Chromium has none, and knows no permission to show
 * notifications although it grants it.
 */
const subscribeAt = (page: Page, given: Given) =>
  page.addInitScript(({ endpoint, ...keys }) => {
    let made: object | null = null
    const subscription = {
      toJSON: () => ({ endpoint, keys }),
      async unsubscribe() {
        made = null
        return true
      },
    }
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Object.assign(PushManager.prototype, {
      getSubscription: async () => made,
      async subscribe() {
        made = subscription
        return made
      },
    })
  }, given)

test('ALR-20 ALR-22 ALR-23 a browser is enabled and tried, and the record says what was sent to it', async ({
  browser,
}) => {
  await using service = await openPushService()
  await using product = await openProduct('push', { PUSH_ORIGINS: service.origin })
  await using context = await browser.newContext({ baseURL: product.url, serviceWorkers: 'allow' })
  await context.grantPermissions(['notifications'])
  const page = await context.newPage()
  await subscribeAt(page, service.subscribe())
  await enter(page, '/alerts')

  await page.getByRole('button', { name: 'Auf diesem Gerät einschalten' }).click()
  await expect(page.getByText('dieses Gerät', { exact: true })).toBeVisible()
  await expect(page.getByRole('switch', { name: /^Störungen, Push:/ }).first()).toBeChecked()
  for (const [width, scheme] of [
    [390, 'light'],
    [1440, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await colour(page, scheme)
    await expectAccessible(page)
    await expectToFit(page)
  }
  await page.getByRole('button', { name: /^Probe schicken/ }).click()
  await expect(page.getByText('Der Push-Dienst hat die Probe angenommen.')).toBeVisible()
  expect(service.delivered.map(({ text }) => JSON.parse(text).tag)).toEqual(['test'])

  expect(await signInFrom('127.0.0.9', product.url)).toBe(200)
  await expect.poll(() => service.delivered.length).toBe(2)
  const [, alert] = service.delivered
  expect(alert?.urgency).toBe('high')
  expect(service.refused).toEqual([])

  await page.goto('/alerts')
  const row = page.getByRole('listitem').filter({ hasText: 'Anmeldung von einem neuen Gerät' })
  await expect(row).toContainText('Benachrichtigung an Chrome')
})

/** Firefox with a push service of ours, and the permission to show notifications, in windows of its own. */
const firefoxAt = (path: string, line: string) =>
  openFirefox(path, {
    'dom.push.serverURL': line,
    'dom.push.testing.allowInsecureServerURL': true,
    'permissions.default.desktop-notification': 1,
    'alerts.useSystemBackend': false,
    'intl.accept_languages': 'de',
  })

const press = async (name: string) => {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  button?.click()
  return button !== undefined
}

test('ALR-17 ALR-21 a real browser receives an alert from its push service, shows it, opens its page, and nothing is left after signing out', async () => {
  if (firefoxPath === undefined) throw new Error('There is no Firefox ESR here; FIREFOX may name one.')
  await using service = await openPushService()
  const opening = firefoxAt(firefoxPath, service.line)
  await using product = await openProduct('push-firefox', { PUSH_ORIGINS: service.origin })
  await using firefox = await opening
  await firefox.goto(product.url)
  await firefox.run(async (form) => {
    const body = new URLSearchParams({ ...form, stay_logged_in: 'true' })
    const { access, refresh } = await (await fetch('/api/auth/token/', { method: 'POST', body })).json()
    Object.assign(localStorage, { accessToken: access, refreshToken: refresh, stayLoggedIn: 'true' })
  }, owner)
  await firefox.goto(`${product.url}/alerts`)
  await expect.poll(() => firefox.run(press, 'Auf diesem Gerät einschalten')).toBe(true)
  await expect.poll(() => firefox.read(async () => document.body.innerText)).toContain('dieses Gerät')

  expect(await signInFrom('127.0.0.9', product.url)).toBe(200)
  // Tells a message that was not sent from one that Firefox did not show.
  await expect.poll(() => service.delivered.length).toBe(1)
  const shown = () =>
    firefox.read(async () => {
      const registration = await navigator.serviceWorker.ready
      return (await registration.getNotifications()).map(({ title, lang, tag, data }) => ({
        title,
        lang,
        tag,
        data,
      }))
    })
  await expect
    .poll(shown)
    .toMatchObject([{ title: 'Anmeldung von einem neuen Gerät', lang: 'de', data: { path: '/settings' } }])
  const [alert] = service.delivered
  expect((await shown())?.[0]?.tag).toBe(alert?.topic)
  expect(service.refused).toEqual([])

  const window = 'chrome://global/content/alerts/alert.xhtml'
  await expect.poll(() => firefox.clickInWindow(window, '#alertBox')).toBe(true)
  await expect.poll(() => firefox.read(async () => location.pathname)).toBe('/settings')

  await firefox.run(async () => {
    const registration = await navigator.serviceWorker.ready
    // Would otherwise go by itself after some seconds.
    await registration.showNotification('Noch eine', { requireInteraction: true })
  }, null)
  const left = () =>
    firefox.read(async () => {
      const registration = await navigator.serviceWorker.ready
      const shown = (await registration.getNotifications()).length
      return [location.pathname, shown, (await registration.pushManager.getSubscription()) !== null]
    })
  await expect.poll(left).toEqual(['/settings', 1, true])
  await firefox.read(async () => location.assign('/logout'))
  await expect.poll(() => firefox.read(async () => location.pathname)).toBe('/login')
  await expect.poll(left).toEqual(['/login', 0, false])
})
