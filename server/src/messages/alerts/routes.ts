import {
  ALERTS_A_PAGE,
  type AlertChoice,
  type AlertSettings,
  chooseAlerts,
  chosenTopics,
  getAlertSettings,
  isChosen,
  listAlerts,
  muteAlert,
  muteByLink,
  setQuietHours,
  unsubscribe,
} from '@kellersonne/contract/messages/alerts'
import { alertRules } from '@kellersonne/core/messages/alerts/causes'
import type { SerialNumber, TOTAL } from '@kellersonne/core/systems/systems'
import type { Db, Sql } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { parseInput } from '../../platform/http/input.ts'
import { type Api, mount } from '../../platform/http/mount.ts'
import { type Caller, requireOpenSession, systemAccess } from '../../systems/access.ts'
import { lockOwner, recipientOf } from '../../systems/owners.ts'
import { chooseTopic, type OnAlertsOff } from './choose-topic.ts'
import { createLinkMute, muteOne } from './mute.ts'
import { noticeStore } from './notice-store.ts'
import { type AlertSetting, settingStore, wants } from './setting-store.ts'
import { alertStore, type StoredAlert } from './store.ts'
import { turnStore } from './turn-store.ts'
import { alertToWire } from './wire.ts'

type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly secret: Buffer
  /** null if mail is not configured. */
  readonly mail: object | null
  readonly onAlertsOff: OnAlertsOff
}

/** Topics of the account; the others are each system's. */
const OF_ACCOUNT = 'sign_in'

/** Mounts the caller's alerts, their settings, and muting. */
export function alerts(api: Api, { db, now, secret, mail, onAlertsOff }: Deps): void {
  const byLink = createLinkMute({ db, now, secret, onAlertsOff })

  async function toWire(caller: Caller, found: readonly StoredAlert[]) {
    const systems = await systemAccess(db).all(caller, 'see')
    const sns = new Map(systems.map(({ id, sn }) => [id, sn]))
    const notices = await noticeStore(db).of(found.map(({ id }) => id))
    return found.map((one) =>
      alertToWire(one, one.system === null ? null : (sns.get(one.system) ?? null), notices),
    )
  }

  const choiceOf = (
    settings: readonly AlertSetting[],
    topic: AlertChoice['topic'],
    { id, sn }: { readonly id: number | null; readonly sn: AlertChoice['sn'] },
  ): AlertChoice => ({
    ...{ sn, topic },
    email: wants(settings, topic, id, 'email'),
    push: wants(settings, topic, id, 'push'),
  })

  async function settingsOf(caller: Caller): Promise<AlertSettings> {
    const [systems, settings, quiet, recipient] = await Promise.all([
      systemAccess(db).all(caller, 'see'),
      settingStore(db).of([caller.owner]),
      turnStore(db).isQuiet(caller.owner),
      recipientOf(db, caller.owner),
    ])
    const ofSystems = systems.flatMap(({ id, sn }) =>
      chosenTopics
        .filter((topic) => topic !== OF_ACCOUNT)
        .map((topic) => choiceOf(settings, topic, { id, sn })),
    )
    const ofAccount = choiceOf(settings, OF_ACCOUNT, { id: null, sn: null })
    return { quiet, reachable: mail !== null && recipient !== undefined, choices: [...ofSystems, ofAccount] }
  }

  /** Resolves to the ids. Held: what is set is forgotten with the ownership, and must not come after its end. */
  async function holdAll(sql: Sql, caller: Caller, sn: SerialNumber | typeof TOTAL): Promise<number[]> {
    const access = systemAccess(sql)
    const ids: number[] = []
    for (const system of await access.named(caller, 'see', sn))
      ids.push((await access.hold(caller, 'see', system.sn)).id)
    return ids
  }

  mount(api, listAlerts, async ({ caller, query: { page } }) => {
    const store = alertStore(db)
    const found = await store.listed(caller.owner, (page - 1) * ALERTS_A_PAGE, ALERTS_A_PAGE)
    return { ...(await store.counts(caller.owner)), alerts: await toWire(caller, found) }
  })

  mount(api, getAlertSettings, ({ caller }) => settingsOf(caller))

  mount(api, chooseAlerts, async ({ caller, form: { sn, topic, email, push } }) => {
    if ((sn === undefined) !== (topic === OF_ACCOUNT)) throw new ApiError('not_found')
    const { owner } = caller
    await db.transaction(async (sql) => {
      await lockOwner(sql, owner)
      await requireOpenSession(sql, caller.session)
      const systems = sn === undefined ? [null] : await holdAll(sql, caller, sn)
      await chooseTopic(sql, { owner, systems, topic, email, push }, onAlertsOff)
    })
    await turnStore(db).wakeOne(caller.owner)
    return settingsOf(caller)
  })

  mount(api, setQuietHours, async ({ caller, form: { quiet } }) => {
    await turnStore(db).setQuiet(caller.owner, quiet)
    return settingsOf(caller)
  })

  mount(api, muteAlert, async ({ caller, form: { id, mute } }) => {
    const { owner } = caller
    const asked = await alertStore(db).find(owner, id)
    if (mute === 'always' && asked && !isChosen(alertRules[asked.cause].topic))
      throw new ApiError('input_invalid', { fields: { mute: 'unknown' } })
    const muted = db.transaction((sql) =>
      muteOne(sql, { ...{ owner, id, mute, onAlertsOff }, session: caller.session }, now()),
    )
    if (!(await muted)) throw new ApiError('not_found')
    await turnStore(db).wakeOne(owner)
    const alert = await alertStore(db).find(owner, id)
    const [shown] = alert ? await toWire(caller, [alert]) : []
    if (!shown) throw new ApiError('not_found')
    return shown
  })

  mount(api, muteByLink, async ({ form, request }) => ({ muted: await byLink.mute(form, request) }))

  mount(api, unsubscribe, async ({ query, request }) => ({ muted: await byLink.unsubscribe(query, request) }))
  // Whoever opens the address in a browser has chosen nothing yet (RFC 8058, 3.2).
  api.app.get(unsubscribe.path, async ({ query }, reply) => {
    const { token } = parseInput(unsubscribe.query, query)
    return reply.redirect(`/alerts/mute#token=${encodeURIComponent(token)}`, 303)
  })
}
