import { endPush } from './endPush.ts'

/**
 * Whether this browser can show notifications: it can; its owner declined; on iPhone and iPad it takes the portal on the home
 * screen; or it cannot.
 */
export type PushAbility = 'able' | 'denied' | 'install' | 'unable'

/** iPads call themselves Macs, but have touch screens. */
const isApplePhone = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

export function pushAbility(): PushAbility {
  const isInstalled = window.matchMedia('(display-mode: standalone)').matches
  if (isApplePhone() && !isInstalled) return 'install'
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unable'
  return Notification.permission === 'denied' ? 'denied' : 'able'
}

/** Why a browser does not show notifications. */
export class NotSubscribed extends Error {
  readonly reason: 'denied' | 'unanswered' | 'failed'
  constructor(reason: NotSubscribed['reason']) {
    super(reason)
    this.reason = reason
  }
}

const registered = async () =>
  (await navigator.serviceWorker?.getRegistration().catch(() => undefined)) ?? null
const current = async () => (await registered())?.pushManager?.getSubscription().catch(() => null) ?? null

/** A subscription as the server takes it. */
function keysOf(subscription: PushSubscription) {
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  return { endpoint: endpoint ?? '', p256dh, auth }
}

/** Resolves to this browser's subscription, without asking anybody; null if it has none. */
export async function subscription() {
  const found = await current()
  return found && keysOf(found)
}

/** Resolves to the SHA-256 of this browser's endpoint, in hexadecimal; null if it has no subscription. */
export async function endpointSha256(): Promise<string | null> {
  const found = await subscription()
  if (found === null) return null
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(found.endpoint))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Asks the owner, and subscribes anew: a subscription that is there may be that of somebody who used this browser before.
 * Must be called from a press of a button. Throws `NotSubscribed`.
 */
export async function subscribe(key: string) {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') throw new NotSubscribed(permission === 'denied' ? 'denied' : 'unanswered')
  try {
    // A static import would move it into the chunk of the account's pages, which every visit would load.
    const { startServiceWorker } = await import('./serviceWorker.ts')
    await startServiceWorker()
    await (await current())?.unsubscribe()
    const { pushManager } = await navigator.serviceWorker.ready
    return keysOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
  } catch {
    throw new NotSubscribed('failed')
  }
}

/**
 * Ends this browser's subscription, if it has one, and closes what is still shown of it, even if the push service is
 * away. The server ends the subscription with the session anyway.
 */
export async function unsubscribe(): Promise<void> {
  const registration = await registered()
  if (registration) await endPush(registration)
}
