import { printedCode } from '@kellersonne/core/systems/keys'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { anna, answered, expectFaults, setUpRegistration } from '../../../test/set-up/registration.ts'
import { newCode } from '../../systems/codes.ts'

const { api, unclaimed, register, check, confirm, linked, letters, user } = setUpRegistration()
const pending = async () => {
  const row = z.object({ kept: z.string() })
  const all = await api().db.rows(row, 'select details::text as kept from registration')
  return all.map(({ kept }) => kept).join()
}

/** A system that belongs to somebody, so that a registration with its code goes by link. */
async function sold() {
  const system = await unclaimed()
  await api().owner('seller@example.org')
  const { access } = await api().signIn('seller@example.org')
  await api().post(
    '/api/auth/usr_sn/',
    { sn: system.code },
    { headers: { authorization: `Bearer ${access}` } },
  )
  await letters()
  return system
}

describe('the code of a registration that goes by link', () => {
  it('AUT-12 AUT-15 is not kept, and gives whoever has the mail nothing', async () => {
    const [first, free] = [await sold(), await unclaimed()]
    await register({ key1: printedCode(first.code), key2: free.sn })
    for (const text of [first.code, printedCode(first.code)]) expect(await pending()).not.toContain(text)
    const token = await linked()
    expect((await check(token)).json()).toMatchObject({ serial_numbers: [free.sn], codes: 1 })
    const answer = await confirm(token)
    expect(answered.parse(answer.json()).systems).toMatchObject([{ key: free.sn, outcome: 'pending' }])
    expect(await api().db.run('select from handover')).toBe(0)
  })

  it('AUT-12 AUT-17 counts once it is given again, however it is written', async () => {
    const [first, free] = [await sold(), await unclaimed()]
    await register({ key1: first.code, key2: free.sn })
    const token = await linked()
    const answer = await confirm(token, { code1: ` ${printedCode(first.code).toLowerCase()} `, code2: '' })
    const { access, systems } = answered.parse(answer.json())
    expect(systems).toMatchObject([
      { key: free.sn, outcome: 'pending' },
      { key: printedCode(first.code), sn: first.sn, outcome: 'handover' },
    ])
    expect((await user(access)).email).toBe(anna.email)
  })

  it('AUT-15 is refused at its field if it cannot be one, and leaves the link good', async () => {
    const { code, sn } = await sold()
    await register({ key1: code })
    const token = await linked()
    const slip = code.slice(0, -1) + (code.endsWith('7') ? '8' : '7')
    expectFaults(await confirm(token, { code1: slip }), { code1: 'checksum' })
    expectFaults(await confirm(token, { code1: sn }), { code1: 'format' })
    expectFaults(await confirm(token, { code1: code, code2: printedCode(code) }), { code2: 'repeated' })
    const { systems } = answered.parse((await confirm(token, { code1: newCode() })).json())
    expect(systems).toMatchObject([{ sn: null, outcome: 'unknown' }])
  })

  it('AUT-15 does not turn the mail into one about own devices', async () => {
    const { code } = await sold()
    await register({ key1: code })
    const [withCode] = await letters()
    await register({ key1: '99999', email: 'bert@example.org' })
    const [withNumber] = await letters()
    await register({ own_system: 'true', email: 'cora@example.org' })
    const [own] = await letters()
    const first = (text = '') => text.slice(0, text.indexOf('https:'))
    expect(first(withCode?.text)).toBe(first(withNumber?.text))
    expect(first(withCode?.text)).not.toBe(first(own?.text))
  })

  it('AUT-15 HND-38 of an earlier version that kept it is not used either', async () => {
    const [first, free] = [await sold(), await unclaimed()]
    await register({ key1: free.sn })
    const token = await linked()
    await api().db.run(
      `update registration set details = (details - 'codes') || jsonb_build_object('keys', $1::jsonb)`,
      [JSON.stringify([first.code, free.sn])],
    )
    expect((await check(token)).json()).toMatchObject({ serial_numbers: [free.sn], codes: 1 })
    const { systems } = answered.parse((await confirm(token)).json())
    expect(systems).toMatchObject([{ key: free.sn, outcome: 'pending' }])
  })
})
