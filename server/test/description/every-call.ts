import { TERMS_VERSION } from '@kellersonne/contract/identity/registration'
import * as z from 'zod/mini'
import { storeBatch } from '../../src/app/roles/store-batch.ts'
import { createMailComposer } from '../../src/identity/mail/compose.ts'
import { mailStore } from '../../src/platform/mail/store.ts'
import { PASSWORD, PUBLIC_URL, SECRET } from '../api.ts'
import { CLIENT, testProvider } from '../provider/provider.ts'
import { testUpdates } from '../set-up/update-service.ts'
import { alertCalls } from './alert-calls.ts'
import { documentedOwner, NOON, unitWithCode } from './documented-owner.ts'
import { pairingCalls } from './pairing-calls.ts'
import { passportCalls } from './passport-calls.ts'
import { recordCalls } from './recorded-calls.ts'

const ANNA = 'anna@example.org'
const BERTA = 'berta@example.org'
const CARLA = 'carla@example.org'
const [SN, OTHER] = ['1001', '1002'] as const
const DAY = '2026-06-03'
const NEW_PASSWORD = 'Ganz-neuer-Keller-7'
const MINUTE_MS = 60_000
const withId = z.object({ id: z.string() })
const tokens = z.object({ access: z.string(), refresh: z.string() })
const url = z.object({ url: z.string() })
const plan = z.object({ plan: z.object({ parts: z.array(z.object({ chip: z.string(), to: z.string() })) }) })
const ofLast = z.object({ last: withId })

/** Starts both services with a provider, at an instant that is always the same. */
async function open() {
  const provider = await testProvider(`${PUBLIC_URL}/login_cleverpv`)
  // The provider's own clock goes; a token of the future would be refused.
  provider.alter((claims) => ({ ...claims, iat: NOON.getTime() / 1000 }))
  const config = {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OWN_SYSTEMS: { first: 5_000_001, last: 5_000_001 },
  }
  const services = await testUpdates({ stoppedAt: NOON, mail: { isReachable: async () => true }, config })
  const { call: record, recorded } = recordCalls(services)
  const call: typeof record = async (...what) => {
    await services.forgive()
    return record(...what)
  }
  const mails = createMailComposer({
    ...{ db: services.db, secret: SECRET, now: services.now },
    config: { PUBLIC_URL, CONTACT_URL: undefined, OIDC_NAME: 'CleverPV' },
  })
  return {
    ...{ services, provider, call, recorded },
    /** Signs an owner in; resolves to the tokens and the update service's cookie. */
    async enter(email: string, password = PASSWORD) {
      const answer = await call('signIn', { email, password, stay_logged_in: 'true' })
      const [cookie = ''] = [answer.headers['set-cookie'] ?? []].flat()
      return { ...tokens.parse(answer.json()), cookie: cookie.split(';')[0] ?? '' }
    },
    /** Resolves to the token of the newest link to a page of the portal that was mailed. */
    async mailed(page: string) {
      const until = new Date(NOON.getTime() + MINUTE_MS)
      const waiting = await mailStore(services.db).take(mails.kinds, 100, services.now(), until)
      const letters = await Promise.all(waiting.map(mails.compose))
      await services.db.run('delete from mail')
      const tokens = letters.flatMap(
        (letter) => letter?.text.split(`${page}#token=`)[1]?.split(/\s/)[0] ?? [],
      )
      return tokens.at(-1) ?? ''
    },
    /** Gives the provider's consent in one browser; resolves to what the browser comes back with. */
    async visit(begun: Awaited<ReturnType<typeof record>>, subject: string) {
      const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? ''
      return { query: await provider.visit(url.parse(begun.json()).url, subject), cookie }
    },
  }
}
type Opened = Awaited<ReturnType<typeof open>>
type Caller = { readonly access: string; readonly cookie: string }

async function energyCalls({ call }: Opened, { access }: Caller) {
  const total = { sn: '-1' }
  const hours = { interval: 'Hour', from_date: DAY, series: 'm4,m5,energies' }
  await call('getGraph', { sn: SN, ...hours }, { access })
  await call('setPlace', { sn: SN, country: 'DE', postcode: '78462' }, { access })
  await call('getPlace', { sn: SN }, { access })
  await call('removePlace', { sn: SN }, { access })
  await call('getRunway', { sn: SN }, { access })
  await call('getForecastRecord', { sn: SN, day: DAY }, { access })
  await call('getForecastQuality', { sn: SN }, { access })
  await call('getBatteryHealth', { sn: SN }, { access })
  await passportCalls(call, access, SN)
  await call('listFindings', {}, { access })
  await call('getApexChart', { sn: SN, days: '2' }, { access })
  await call('getSocData', { sn: SN, days: '2' }, { access })
  await call('getSocDataBare', { sn: SN, days: '2' }, { access })
  await call('getCalendar', { ...total, from_date: DAY }, { access })
  await call('getBalance', total, { access })
  await call('getForecast', total, { access })
  await call('getCounterJumps', total, { access })
  const morning = { from: `${DAY}T06:00:00.000Z`, until: `${DAY}T07:00:00.000Z` }
  const wrong = { sn: SN, kind: 'implausible', counter: 'pv', ...morning }
  await call('previewCorrection', wrong, { access })
  const { id } = withId.parse((await call('makeCorrection', wrong, { access })).json())
  await call('getEvents', { ...total, from_date: DAY, until_date: '2026-06-04' }, { access })
  await call('undoCorrection', { id }, { access })
  await call('listCorrections', { sn: SN }, { access })
  await call('previewImport', { sn: SN }, { access })
  const made = withId.parse((await call('makeImport', { sn: SN }, { access })).json())
  await call('undoImport', { id: made.id }, { access })
  await call('listImports', { sn: SN }, { access })
}

async function commandCalls({ call, services: { db, now } }: Opened, { access }: Caller, system: number) {
  const { id } = withId.parse((await call('sendCommand', { sn: SN, command: 'standby' }, { access })).json())
  for (const outcome of ['accepted', 'done'] as const)
    await storeBatch(db, [{ kind: 'outcome', system, receivedAt: now(), outcome: { id, outcome } }])
  await call('getCommand', { id }, { access })
  await call('listCommands', { sn: SN, page: '1' }, { access })
}

async function updateCalls({ call }: Opened, { access, cookie }: Caller) {
  await call('listHasUpdate', { sn: '1' }, { access })
  const { parts } = plan.parse((await call('getUpdate', { sn: SN }, { access })).json()).plan
  const names = parts.map(({ chip, to }) => `${chip} ${to}`).join()
  const wording = 'I agree that bms 2.5.0 and inverter 3.2.0 are installed in system 1001.'
  await call('giveConsent', { sn: SN, lang: 'en', wording, parts: names }, { access })
  await call('startUpdate', { sn: SN, update: '1' }, { cookie })
  await call('getHasUpdate', { sn: SN }, { cookie })
  await call('cancelUpdate', { sn: SN }, { access })
  const { last } = ofLast.parse((await call('getUpdate', { sn: SN }, { access })).json())
  await call('acknowledgeUpdate', { id: last.id }, { access })
  await call('listUpdates', { sn: SN, page: '1' }, { access })
}

async function systemCalls({ call, enter, services }: Opened, { access }: Caller) {
  await call('nameSystem', { sn: SN, name: 'Cellar' }, { access })
  await call('listSystems', {}, { access })
  const code = await unitWithCode(services, '1003', 3)
  await call('addSystems', { sn: [code, '1005'] }, { access })
  await call('releaseSystem', { sn: '1005', password: PASSWORD }, { access })
  const berta = await enter(BERTA)
  await call('addSystems', { sn: [code] }, { access: berta.access })
  await call('objectToHandover', { sn: '1003' }, { access })
  await call('addSystems', { sn: [await unitWithCode(services, '1004', 4), '1005'] }, { access })
}

async function providerCalls({ call, visit, services }: Opened, { access }: Caller) {
  await call('getProvider')
  const stay = { stay_logged_in: 'false' }
  const other = await visit(await call('beginProvider', stay), BERTA)
  const { ticket } = z
    .object({ ticket: z.string() })
    .parse((await call('finishProvider', { query: other.query }, other)).json())
  await call('linkProvider', { ticket, password: PASSWORD })
  const linking = await visit(await call('beginLink', { password: PASSWORD }, { access }), ANNA)
  await call('finishLink', { query: linking.query }, { ...linking, access })
  services.clock.skip(MINUTE_MS / 2)
  const back = await visit(await call('beginProvider', stay), ANNA)
  await call('finishProvider', { query: back.query }, back)
  await services.forgive()
}

async function accountCalls({ call }: Opened, { access }: Caller) {
  await call('changePicture', {}, { access })
  await call('getPicture', {}, { access })
  await call('changeUser', { phone: '030 23125042', country: 'DE', lang: 'en' }, { access })
  await call('getUser', {}, { access })
  await call('exportData', {}, { access })
  await call('removePicture', {}, { access })
  await call('unlinkProvider', { password: PASSWORD }, { access })
}

async function registrationCalls({ call, mailed, services }: Opened) {
  const owner = { phone: '030 23125042', country: 'DE', terms: TERMS_VERSION, lang: 'en', password: PASSWORD }
  await call('register', { ...owner, email: 'dora@example.org', key1: '1007' })
  const token = await mailed('/register/confirm')
  await call('checkRegistration', { token })
  await call('confirmRegistration', { token, password: PASSWORD })
  await call('register', { ...owner, email: CARLA, key1: await unitWithCode(services, '1006', 5) })
}

/** Changes Carla's address and back, resets her password, and deletes her account. */
async function accountEnds({ call, enter, mailed, services }: Opened) {
  await mailed('/')
  const { access, refresh } = await enter(CARLA)
  const change = { email: 'carla.new@example.org', current_password: PASSWORD }
  await call('resendConfirmation', {}, { access })
  await call('confirmEmail', { token: await mailed('/email/confirm'), password: PASSWORD, refresh })
  await services.post('/api/auth/user/', change, { headers: { authorization: `Bearer ${access}` } })
  await call('confirmEmail', { token: await mailed('/email/confirm'), password: PASSWORD })
  await call('undoEmailChange', { token: await mailed('/email/undo') })
  await call('requestReset', { email: CARLA })
  const token = await mailed('/password_reset')
  await call('checkReset', { token })
  await call('confirmReset', { token, password: NEW_PASSWORD, unlink: 'false' })
  await call('removeCustomer', { password: NEW_PASSWORD }, await enter(CARLA, NEW_PASSWORD))
}

async function sessionCalls({ call, enter, services }: Opened, { access }: Caller) {
  services.clock.skip(MINUTE_MS)
  const renewed = await call('refreshTokens', { refresh: (await enter(ANNA)).refresh })
  await call('signOut', { refresh: tokens.parse(renewed.json()).refresh })
  await enter(ANNA)
  const sessions = z
    .array(z.object({ id: z.string(), current: z.boolean() }))
    .parse((await call('listSessions', {}, { access })).json())
  await call('endSession', { id: sessions.find(({ current }) => !current)?.id ?? '' }, { access })
}

/** Makes every call of the API once or more; resolves to the last request and answer of each, by name. */
export async function recordEveryCall(listen: (url: string, access: string) => Promise<unknown>) {
  const opened = await open()
  const { services, provider, call, enter, recorded } = opened
  try {
    const { system } = await documentedOwner(services, ANNA, [SN, OTHER])
    await services.owner(BERTA)
    await services.db.run('update owner set created_at = $1', [NOON])
    const anna = await enter(ANNA)
    const { access } = anna
    await energyCalls(opened, anna)
    await commandCalls(opened, anna, system)
    await call('getCurrentData', {}, { access })
    const origin = await services.app.listen({ host: '127.0.0.1', port: 0 })
    recorded['watchLive'] = { answer: await listen(`${origin}/api/auth/live/`, access) }
    await updateCalls(opened, anna)
    await pairingCalls(call, access)
    await systemCalls(opened, anna)
    await call('listMessages', { sn: '-1', page: '1' }, { access })
    await alertCalls(opened, anna, SN)
    await providerCalls(opened, anna)
    await accountCalls(opened, anna)
    await registrationCalls(opened)
    await accountEnds(opened)
    await sessionCalls(opened, anna)
    const crash = { message: 'TypeError', stack: 'assets/main.js:1:234', build: 'k3f9', route: '/charts/:sn' }
    await call('reportCrash', crash)
    await call('getHealth')
    return recorded
  } finally {
    await services.close()
    await provider.stop()
  }
}
