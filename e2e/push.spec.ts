import { openPushService } from '@kellersonne/testing/push-service'
import { type CDPSession, expect, type Page, test, type Worker } from '@playwright/test'
import { colour, expectAccessible, expectToFit } from './browser/browser.ts'
import { enter } from './product/product.ts'
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

/** Hands a message to the service worker, as the browser does once it has decrypted it. */
async function openDelivery(cdp: CDPSession, origin: string) {
  const found = Promise.withResolvers<string>()
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
    if (ours) found.resolve(ours.registrationId)
  })
  await cdp.send('ServiceWorker.enable')
  const registrationId = await found.promise
  return (data: string) => cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
}

/** Keeps what the service worker shows, which headless Chromium cannot; returns how to see and to press it. */
async function openNotifications(worker: Worker) {
  await worker.evaluate(() => {
    const kept: { title: string }[] = []
    const { prototype } = ServiceWorkerRegistration
    prototype.showNotification = async (title, options) => void kept.push({ title, ...options })
    addEventListener('kept', (event) => Object.assign(event, { kept }))
  })
  return {
    shown: () =>
      worker.evaluate(() => {
        const event = Object.assign(new Event('kept'), { kept: [{ title: '' }] })
        dispatchEvent(event)
        return event.kept
      }),
    press: (notification: object) =>
      worker.evaluate((of) => {
        const pressed = new Event('notificationclick')
        const none = () => undefined
        dispatchEvent(Object.assign(pressed, { notification: { ...of, close: none }, waitUntil: none }))
      }, notification),
  }
}

test('ALR-17 ALR-22 ALR-23 an alert reaches the browser encrypted, is shown, and opens its page', async ({
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
  const deliver = await openDelivery(await context.newCDPSession(page), product.url)
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('there is no service worker')
  const notifications = await openNotifications(worker)
  await deliver(alert?.text ?? '')
  await expect.poll(notifications.shown).toMatchObject([
    {
      ...{ title: 'Anmeldung von einem neuen Gerät', tag: alert?.topic, lang: 'de' },
      data: { path: '/settings' },
    },
  ])
  for (const one of await notifications.shown()) await notifications.press(one)
  await page.waitForURL('**/settings')
  expect(service.refused).toEqual([])

  await page.goto('/alerts')
  const row = page.getByRole('listitem').filter({ hasText: 'Anmeldung von einem neuen Gerät' })
  await expect(row).toContainText('Benachrichtigung an Chrome')
})
