import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, PASSWORD, SECRET } from '../../../test/api.ts'
import { setUpAlerts } from '../../../test/set-up/alerts.ts'
import { emailLinkStore } from '../../identity/email/link-store.ts'
import { resetStore } from '../../identity/resets/store.ts'
import { linkTokens } from '../../platform/links/link-tokens.ts'

const THIEF = 'thief@example.org'
const ONE_CLICK = { 'List-Unsubscribe': 'One-Click' }
const world = setUpAlerts()

const tokenIn = (text = '') => /alerts\/mute#token=(\S+)/.exec(text)?.[1] ?? ''
const mute = (token: string) => world().api.post('/api/alerts/mute/', { token, mute: 'always' })
const unsubscribe = (token: string) => world().api.post(`/api/alerts/unsubscribe/?token=${token}`, ONE_CLICK)
const ways = [
  ['on its page', mute],
  ['by the mail program', unsubscribe],
] as const

/** An owner; by another address, if one is given, since a moment. */
async function owner(address?: string) {
  const { api, owner: made } = world()
  const one = await made()
  if (address === undefined) return one
  const id = randomUUID()
  await emailLinkStore(api.db).add(id, 'change', { owner: one.owner, email: address }, api.now())
  const token = linkTokens(SECRET, 'email_confirmation').write(id)
  const answer = await api.post('/api/auth/email/confirm/', { token, password: PASSWORD })
  expect(answer.statusCode).toBe(200)
  return { ...one, email: address }
}
/** Signs an owner in from an unknown network; resolves to the token in the mail about that. */
async function mailed({ email }: { email: string }) {
  const { api, pass, letters } = world()
  for (const remoteAddress of ['198.51.100.7', '203.0.113.9'])
    await api.post('/api/auth/token/', { email, password: PASSWORD }, { remoteAddress })
  await pass(1.1)
  const [letter] = await letters()
  expect(letter?.to).toBe(email)
  return tokenIn(letter?.text)
}
/** Chooses another password by the link in a mail. */
async function reset(whose: string) {
  const { api } = world()
  const id = randomUUID()
  await resetStore(api.db).issue(id, whose, new Date(api.now().getTime() + 60_000), api.now())
  const form = { token: linkTokens(SECRET, 'reset').write(id), password: 'Ganz-neuer-Keller-7' }
  expect((await api.post('/api/auth/password_reset/confirm/', form)).statusCode).toBe(200)
}
async function undo() {
  const { api } = world()
  const link = await api.db.row(z.object({ id: z.uuid() }), `select id from email_link where kind = 'undo'`)
  const token = linkTokens(SECRET, 'email_undo').write(link?.id ?? '')
  expect((await api.post('/api/auth/email/undo/', { token })).statusCode).toBe(200)
}
const told = () => world().count(`mail where kind = 'sign_in_alerts_off'`)

describe('the links of a mail to mute its alerts', () => {
  it.each(ways)('ALR-07 ALR-15 switch sign-ins off %s with a mail about that', async (_, follow) => {
    const token = await mailed(await owner())
    expect((await follow(token)).json()).toEqual({ muted: 1 })
    expect(await told()).toBe(1)
  })

  it.each(ways)('ALR-07 ALR-15 switch faults off %s with a mail about that', async (_, follow) => {
    const { system } = await owner()
    await world().report(system, 'relay')
    await world().pass(1.1)
    const [letter] = await world().letters()
    expect((await follow(tokenIn(letter?.text))).json()).toEqual({ muted: 1 })
    expect(await world().count(`mail where kind = 'fault_alerts_off'`)).toBe(1)
  })

  it.each(ways)('ALR-07 end with a reset %s, and work in mails from then on', async (_, follow) => {
    const one = await owner()
    const token = await mailed(one)
    await reset(one.owner)
    expectProblem(await follow(token), 410, 'link_invalid')
    expect([await told(), await world().count('alert_setting')]).toEqual([0, 0])
    await world().report(one.system, 'relay')
    await world().pass(1.1)
    const [letter] = await world().letters()
    expect((await follow(tokenIn(letter?.text))).json()).toEqual({ muted: 1 })
  })

  it.each(ways)('ALR-07 end %s once the mail’s address is not the account’s any more', async (_, follow) => {
    const token = await mailed(await owner(THIEF))
    await undo()
    expectProblem(await follow(token), 410, 'link_invalid')
    expect([await told(), await world().count('alert_setting')]).toEqual([0, 0])
  })

  it('ALR-07 work whatever the case of letters in which the address is kept by then', async () => {
    const one = await owner()
    const token = await mailed(one)
    await world().api.db.run('update owner set email = upper(email) where id = $1', [one.owner])
    expect((await mute(token)).json()).toEqual({ muted: 1 })
  })
})
