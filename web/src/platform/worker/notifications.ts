import { renewPush } from '../client/renewPush.ts'
import { END_PUSH } from '../program/dropPush.ts'
import { endPush } from '../program/endPush.ts'
import { notificationOf, pathOf, renewalOf } from './push.ts'

type Lasting = Event & { waitUntil(work: Promise<unknown>): void }
type WindowClient = {
  readonly focused: boolean
  focus(): Promise<unknown>
  postMessage(message: unknown): void
}

declare global {
  // Events of service workers, which TypeScript's library for pages lacks.
  interface MessageEvent {
    waitUntil?(work: Promise<unknown>): void
  }
  interface WindowEventMap {
    push: Lasting & { readonly data: { text(): string } | null }
    notificationclick: Lasting & { readonly notification: Notification }
    pushsubscriptionchange: Lasting & {
      readonly oldSubscription?: PushSubscription | null
      readonly newSubscription?: PushSubscription | null
    }
  }
}
declare const registration: ServiceWorkerRegistration
declare const clients: {
  matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly WindowClient[]>
  openWindow(url: string): Promise<unknown>
}

/** Shows a page in the portal if it is open, which asks first if there is unsaved input; else in a new window. */
async function open(path: string): Promise<void> {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = windows.find(({ focused }) => focused) ?? windows[0]
  if (shown) {
    await shown.focus().catch(() => null)
    shown.postMessage({ open: path })
  } else await clients.openWindow(path)
}

/** Replaces a subscription that the browser or its push service has ended. Without the old one, the owner enables it anew. */
async function renew(old: PushSubscription | null, given: PushSubscription | null) {
  const key = old?.options.applicationServerKey ?? null
  const options = { userVisibleOnly: true, applicationServerKey: key }
  const next = given ?? (key ? await registration.pushManager.subscribe(options) : null)
  const body = renewalOf(old?.toJSON(), next?.toJSON())
  if (body) await renewPush(body)
}

/** Shows what the server sends, opens what it leads to, keeps the subscription, and ends it for a page that is being left. */
export function serveNotifications() {
  addEventListener('push', (event) => {
    const { title, options } = notificationOf(event.data?.text() ?? '')
    event.waitUntil(registration.showNotification(title, options))
  })
  addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(pathOf(event.notification.data)))
  })
  addEventListener('message', (event) => {
    if (event.data === END_PUSH) event.waitUntil?.(endPush(registration))
  })
  addEventListener('pushsubscriptionchange', (event) => {
    const { oldSubscription = null, newSubscription = null } = event
    event.waitUntil(renew(oldSubscription, newSubscription).catch(() => null))
  })
}
