import { vi } from 'vitest'

type Stub = { permission?: NotificationPermission; unsubscribe?: () => Promise<boolean> }

/** What a browser's subscription is to the server. */
export const keys = { endpoint: 'https://push.example/1', p256dh: 'P', auth: 'A' }

/** A browser with a subscription, which shows two notifications. `asked`: what its service worker is sent. */
export function stubSubscribed({
  permission = 'granted',
  unsubscribe: answer = async () => true,
}: Stub = {}) {
  const unsubscribe = vi.fn(answer)
  const close = vi.fn()
  const asked = vi.fn()
  const { endpoint, ...rest } = keys
  const subscription = { toJSON: () => ({ endpoint, keys: rest }), unsubscribe }
  const registration = {
    pushManager: { getSubscription: async () => subscription },
    getNotifications: async () => [{ close }, { close }],
  }
  vi.stubGlobal('Notification', { permission })
  vi.stubGlobal('navigator', {
    language: 'de',
    onLine: true,
    serviceWorker: { getRegistration: async () => registration, controller: { postMessage: asked } },
  })
  return { unsubscribe, close, asked }
}
