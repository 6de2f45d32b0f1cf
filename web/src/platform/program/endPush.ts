/** Ends a registration's subscription, if it has one, and closes the notifications that it shows. Never rejects. */
export async function endPush(registration: ServiceWorkerRegistration): Promise<void> {
  async function end() {
    const subscription = await registration.pushManager?.getSubscription()
    await subscription?.unsubscribe()
  }
  async function close() {
    for (const notification of await registration.getNotifications()) notification.close()
  }
  await Promise.allSettled([end(), close()])
}
