import { addBrowser } from '@kellersonne/contract/messages/push'
import { call } from '../../../platform/client/client.ts'
import { subscription } from '../../../platform/program/pushBrowser.ts'

/** Adds this browser's subscription, if it has one, to the session that has begun: it would end with the former. */
export async function takePushAlong(): Promise<void> {
  const form = await subscription()
  if (form) await call(addBrowser, { form })
}
