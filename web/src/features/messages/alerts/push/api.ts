import {
  addBrowser,
  getPush,
  type PushBrowser,
  type PushSettings,
  type PushVerdict,
  removeBrowser,
  setDiscreet,
  testBrowser,
} from '@kellersonne/contract/messages/push'
import { call } from '../../../../platform/client/client.ts'
import { createQuery } from '../../../../platform/client/query.ts'
import { endpointSha256, subscribe, unsubscribe } from '../../../../platform/program/pushBrowser.ts'

const settings = createQuery(() => call(getPush, {}))
/** How alerts are shown in the owner's browsers. */
export const pushSettings = settings

/** What the server's list names this browser by; null: it has no subscription. */
export const thisEndpoint = createQuery(async () => ({ sha256: await endpointSha256() }))

/** Drops both, so that they are loaded again: other devices change them, and so does a new password on another page. */
export function forgetPush() {
  settings.forget()
  thisEndpoint.forget()
}

/** Has this browser show alerts. Throws `NotSubscribed`, or an ApiError. */
export async function enable({ key }: PushSettings): Promise<void> {
  settings.setData(await call(addBrowser, { form: await subscribe(key) }))
  await thisEndpoint.refresh()
}

export async function remove({ id, endpoint_sha256: endpoint }: PushBrowser): Promise<void> {
  settings.setData(await call(removeBrowser, { form: { id } }))
  if (endpoint !== thisEndpoint.current()?.sha256) return
  await unsubscribe()
  thisEndpoint.setData({ sha256: null })
}

export const reveal = async (discreet: boolean): Promise<void> =>
  settings.setData(await call(setDiscreet, { form: { discreet: String(discreet) } }))

/** Sends a test notification; resolves to the push service's response. */
export async function test(id: string): Promise<PushVerdict> {
  const { verdict } = await call(testBrowser, { form: { id } })
  if (verdict === 'gone') settings.expire()
  return verdict
}
