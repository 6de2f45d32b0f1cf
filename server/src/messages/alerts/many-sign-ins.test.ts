import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { PASSWORD, SECRET } from '../../../test/api.ts'
import { setUpAlerts } from '../../../test/set-up/alerts.ts'
import { resetStore } from '../../identity/resets/store.ts'
import { linkTokens } from '../../platform/links/link-tokens.ts'

const world = setUpAlerts()
const HOUR = 60
const DAY = 24 * HOUR
const NEW = 'Ganz-neuer-Keller-7'
type Owner = Awaited<ReturnType<ReturnType<typeof world>['owner']>>

/** Somebody signs in to an account from browsers and networks that are new. */
async function signIn({ owner }: Pick<Owner, 'owner'>, times = 1) {
  const { api } = world()
  await api.db.run(
    `insert into alert_event (owner, cause, subject, at)
     select $1, 'sign_in', gen_random_uuid()::text, $2 from generate_series(1, $3)`,
    [owner, api.now(), times],
  )
  await api.db.run('select wake_alerts(array[$1::uuid])', [owner])
}
const subjects = async () => (await world().letters()).map(({ subject }) => subject)
const listed = async ({ email }: Owner) => {
  const { api } = world()
  return (await api.get('/api/auth/alerts/', (await api.signIn(email)).access)).json()
}

describe('sign-ins beyond fifty in a day', () => {
  it('ALR-37 are one alert, which says how many, with those of earlier mails, and when the last was, and is renewed and mailed once an hour', async () => {
    const { api, owner, pass, letters } = world()
    const one = await owner(0)
    await signIn(one, 60)
    await pass(1)
    expect(await subjects()).toEqual(['60 Anmeldungen von neuen Geräten'])
    expect((await listed(one)).total).toBe(51)
    await pass(5)
    await signIn(one)
    const last = api.now()
    await pass(2)
    expect(await subjects()).toEqual([])
    const { total, alerts } = await listed(one)
    expect(total).toBe(51)
    expect(alerts[0]).toMatchObject({
      ...{ cause: 'sign_in', count: 11, wavering: false, hold: 'interval' },
      begun_at: last.toISOString(),
    })
    await pass(HOUR)
    const [letter, ...others] = await letters()
    expect([letter?.subject, others]).toEqual(['Inzwischen 11 Anmeldungen von neuen Geräten', []])
    expect(letter?.text).toContain('inzwischen 11-mal')
    expect(letter?.text).toContain('frühere Mails mitgezählt')
    expect(letter?.text).toContain('zuletzt am 18. Juni 2026 um 12:06')
    await pass(2 * HOUR)
    expect(await subjects()).toEqual([])
    await pass(DAY)
    await signIn(one)
    await pass(1)
    expect(await subjects()).toEqual(['Anmeldung von einem neuen Gerät'])
  })

  it('ALR-37 flood nobody, and none goes unnoticed for longer than an hour', async () => {
    const { owner, pass } = world()
    const one = await owner(0)
    const mails = []
    for (let i = 0; i < 140; i++) {
      await signIn(one)
      await pass(10)
      mails.push(...(await subjects()))
    }
    expect(mails.slice(0, 51)).toEqual(Array(51).fill('Anmeldung von einem neuen Gerät'))
    expect(mails.length).toBeLessThanOrEqual(51 + 15)
    await pass(HOUR)
    mails.push(...(await subjects()))
    // Midnight (UTC) was the 84th, from which on another alert stands for further ones.
    expect(mails.at(-1)).toBe('Inzwischen 56 Anmeldungen von neuen Geräten')
  })

  const choose = {
    async settings({ email }: Owner) {
      const { api } = world()
      const headers = { authorization: `Bearer ${(await api.signIn(email)).access}` }
      const form = { password: NEW, current_password: PASSWORD }
      return api.post('/api/auth/user/', form, { headers })
    },
    async reset({ owner }: Owner) {
      const { api } = world()
      const id = randomUUID()
      await resetStore(api.db).issue(id, owner, new Date(api.now().getTime() + 60_000), api.now())
      const form = { token: linkTokens(SECRET, 'reset').write(id), password: NEW }
      return api.post('/api/auth/password_reset/confirm/', form)
    },
  }
  it.each(['settings', 'reset'] as const)('ALR-37 are counted anew after a new password: %s', async (by) => {
    const { owner, pass } = world()
    const one = await owner(0)
    await signIn(one, 60)
    await pass(2)
    await subjects()
    // Those that are judged only after the new password came before it all the same.
    await signIn(one, 60)
    world().api.clock.skip(1)
    expect((await choose[by](one)).statusCode).toBe(200)
    await pass(2 * HOUR)
    await subjects()
    await signIn(one)
    await pass(2)
    expect(await subjects()).toEqual(['Anmeldung von einem neuen Gerät'])
    expect(await world().count('alert')).toBe(50 + 1 + 1)
  })
})

describe('a mail of several alerts', () => {
  it('ALR-37 names sign-ins in its subject and first, as one, so that they neither are hidden nor hide others', async () => {
    const { owner, report, pass, letters } = world()
    const one = await owner()
    await report(one.system, `relay ${Array.from({ length: 12 }, (_, i) => `w${i}`).join(' ')}`)
    await pass(4.5)
    await letters()
    await pass(0.6)
    await signIn(one, 3)
    await pass(1)
    const [letter] = await letters()
    expect(letter?.subject).toBe('3 Anmeldungen von neuen Geräten und 12 weitere Hinweise')
    expect(letter?.text.indexOf('3-mal')).toBeLessThan(letter?.text.indexOf('meldet seit') ?? 0)
    expect(letter?.text).toContain('Und 3 weitere')
  })
})
