import {
  type AlertChannel,
  type AlertChoice,
  type AlertSettings,
  chooseAlerts,
  getAlertSettings,
  listAlerts,
  muteAlert,
  muteByLink,
  setQuietHours,
  type WireAlert,
} from '@kellersonne/contract/messages/alerts'
import type { Mute } from '@kellersonne/core/messages/alerts/quiet'
import { TOTAL } from '@kellersonne/core/systems/systems'
import { call } from '../../../platform/client/client.ts'
import { createQueries, createQuery } from '../../../platform/client/query.ts'

const lists = createQueries((page: `${number}`) => call(listAlerts, { query: { page } }))
const settings = createQuery(() => call(getAlertSettings, {}))

/** A page of the owner's alerts, from 1. */
export const alertPage = (page: number) => lists(`${page}`)
export const alertSettings = settings

/** Mutes an alert, or unmutes it. */
export async function mute({ id }: WireAlert, how: Mute | 'none'): Promise<void> {
  await call(muteAlert, { form: { id, mute: how } })
  lists.expireAll()
  if (how === 'always') settings.expire()
}

/** Shows settings as they will be, and as they were if saving fails. */
async function save(next: (known: AlertSettings) => AlertSettings, ask: () => Promise<AlertSettings>) {
  const known = settings.current()
  if (known) settings.setData(next(known))
  try {
    settings.setData(await ask())
  } catch (cause) {
    if (known) settings.setData(known)
    throw cause
  }
  lists.expireAll()
}

/** Switches a topic on or off, at a system, at all (`TOTAL`) or at the account (null), for one channel. */
export const choose = (
  { sn, topic }: Pick<AlertChoice, 'topic'> & { readonly sn: AlertChoice['sn'] | typeof TOTAL },
  changed: { readonly [channel in AlertChannel]?: boolean },
): Promise<void> =>
  save(
    (known) => ({
      ...known,
      choices: known.choices.map((one) =>
        (one.sn === sn || sn === TOTAL) && one.topic === topic ? { ...one, ...changed } : one,
      ),
    }),
    () => {
      const { email, push } = changed
      const choice = {
        ...(email !== undefined && { email: String(email) }),
        ...(push !== undefined && { push: String(push) }),
      }
      return call(chooseAlerts, { form: { ...(sn !== null && { sn: String(sn) }), topic, ...choice } })
    },
  )

export const setQuiet = (quiet: boolean): Promise<void> =>
  save(
    (known) => ({ ...known, quiet }),
    () => call(setQuietHours, { form: { quiet: String(quiet) } }),
  )

/** Mutes the alerts of a mail by the token of its link; resolves to how many. */
export const muteMailed = async (token: string, how: Mute): Promise<number> =>
  (await call(muteByLink, { form: { token, mute: how } })).muted
