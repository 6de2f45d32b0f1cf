import * as z from 'zod/mini'
import { judgeDue } from '../../src/messages/alerts/judging.ts'
import { createAlertMails } from '../../src/messages/alerts/mail/compose.ts'
import { mailStore } from '../../src/platform/mail/store.ts'
import { PUBLIC_URL, SECRET } from '../api.ts'
import type { TestUpdates } from '../set-up/update-service.ts'
import type { recordCalls } from './recorded-calls.ts'

type Opened = {
  readonly call: ReturnType<typeof recordCalls>['call']
  readonly services: TestUpdates
}
const listed = z.object({ alerts: z.array(z.object({ id: z.string(), cause: z.string() })) })
const ruled = z.object({ rules: z.array(z.object({ id: z.string() })) })

/** Has the owner of a system alerted of a message of it, and makes all calls about that. */
export async function alertCalls({ call, services }: Opened, { access }: { access: string }, sn: string) {
  const { db, now } = services
  await db.run('update owner set email_confirmed_at = created_at')
  await db.run(
    `insert into episode (system, code, raised_at, resolved_at, count)
     select id, 'relay', $2::timestamptz - interval '5 minutes', null, 1 from storage_system where sn = $1`,
    [sn, now()],
  )
  await db.transaction((sql) => judgeDue(sql, { now: now(), listeningSince: now(), share: null }))
  const mails = createAlertMails({
    db,
    secret: SECRET,
    now,
    config: { PUBLIC_URL },
    fixesOf: async () => () => null,
  })
  const [waiting] = await mailStore(db).take(mails.kinds, 1, now(), new Date(now().getTime() + 60_000))
  const letter = waiting && (await mails.compose(waiting))
  if (waiting) await mails.onDone?.(waiting.id, true)
  const { alerts } = listed.parse((await call('listAlerts', { page: '1' }, { access })).json())
  const fault = alerts.find(({ cause }) => cause === 'fault')
  await call('getAlertSettings', {}, { access })
  await call('chooseAlerts', { sn, topic: 'warning', email: 'false' }, { access })
  await call('setQuietHours', { quiet: 'true' }, { access })
  await call('muteAlert', { id: fault?.id ?? '', mute: 'tomorrow' }, { access })
  const rule = { sn, quantity: 'soc', comparison: 'below', threshold: '20', minutes: '5' }
  await call('previewRule', rule, { access })
  const { rules } = ruled.parse((await call('saveRule', rule, { access })).json())
  await call('listRules', {}, { access })
  await call('removeRule', { id: rules[0]?.id ?? '' }, { access })
  const token = /mute#token=(\S+)/.exec(letter?.text ?? '')?.[1] ?? ''
  await call('muteByLink', { token, mute: 'hour' })
  await call('unsubscribe', { token, 'List-Unsubscribe': 'One-Click' })
  await pushCalls({ call }, { access })
}

const browsers = z.object({ browsers: z.array(z.object({ id: z.string() })) })
/** A browser's keys, always the same: a point of the curve, and a secret. */
const KEYS = {
  p256dh: 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
  auth: 'AAAAAAAAAAAAAAAAAAAAAA',
}
const endpointOf = (id: string) => `https://updates.push.services.mozilla.com/wpush/v2/${id}`

async function pushCalls({ call }: Pick<Opened, 'call'>, { access }: { access: string }) {
  const endpoint = endpointOf('gAAAAABm')
  await call('addBrowser', { endpoint, ...KEYS }, { access })
  await call('renewBrowser', {
    endpoint: endpointOf('gAAAAABn'),
    ...KEYS,
    old_endpoint: endpoint,
    old_auth: KEYS.auth,
  })
  await call('setDiscreet', { discreet: 'false' }, { access })
  const { browsers: added } = browsers.parse((await call('getPush', {}, { access })).json())
  const id = added[0]?.id ?? ''
  await call('testBrowser', { id }, { access })
  await call('removeBrowser', { id }, { access })
}
