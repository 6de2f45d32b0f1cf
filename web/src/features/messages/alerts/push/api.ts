import {
  addBrowser,
  getPush,
  type PushSettings,
  type PushVerdict,
  removeBrowser,
  setDiscreet,
  testBrowser,
} from '@kellersonne/contract/messages/push'
import { call } from '../../../../platform/client/client.ts'
import { createQuery } from '../../../../platform/client/query.ts'
import { isSubscribed, subscribe, unsubscribe } from '../../../../platform/program/pushBrowser.ts'

const settings = createQuery(() => call(getPush, {}))
/** How alerts are shown in the owner's browsers. */
export const pushSettings = settings

/** Whether this browser shows the owner's alerts, as far as it knows itself. */
export const subscribed = createQuery(isSubscribed)

/** Has this browser show alerts. Throws `NotSubscribed`, or an ApiError. */
export async function enable({ key }: PushSettings): Promise<void> {
  settings.setData(await call(addBrowser, { form: await subscribe(key) }))
  subscribed.setData(true)
}

export async function remove({ id, current }: PushSettings['browsers'][number]): Promise<void> {
  settings.setData(await call(removeBrowser, { form: { id } }))
  if (!current) return
  await unsubscribe()
  subscribed.setData(false)
}

export const reveal = async (discreet: boolean): Promise<void> =>
  settings.setData(await call(setDiscreet, { form: { discreet: String(discreet) } }))

/** Sends a test notification; resolves to the push service's response. */
export async function test(id: string): Promise<PushVerdict> {
  const { verdict } = await call(testBrowser, { form: { id } })
  if (verdict === 'gone') settings.expire()
  return verdict
}
