import { randomUUID } from 'node:crypto'
import { TERMS_VERSION } from '@kellersonne/contract/identity/registration'
import { eventually } from '@kellersonne/testing/eventually'
import { expect, it } from 'vitest'
import { setUpMail } from '../../../test/set-up/mail.ts'
import { emailLinkStore } from '../email/link-store.ts'
import { registrationStore } from '../registration/store.ts'
import { addMail } from './mails.ts'

const post = setUpMail()

const details = (at: Date) => ({
  ...({ language: 'de', phone: '+49301234567', country: 'DE', terms: TERMS_VERSION } as const),
  ...{ at: at.toISOString(), keys: ['99999'], identity: null },
})

it('AUT-06 F14 mails to addresses that anybody typed keep none waiting to whose address is known', async () => {
  const { database, server, now, work, owner, welcome } = post()
  for (let i = 0; i < 4; i += 1) server.slow.add(`slow-${i}.example`)
  const ids = await Promise.all(Array.from({ length: 12 }, (_, i) => owner(`own-${i}@example.org`)))
  for (const [i, id] of ids.entries()) {
    const link = randomUUID()
    const address = `a@slow-${i % 4}.example`
    await emailLinkStore(database.db).add(link, 'change', { owner: id, email: address }, now())
    await addMail(database.db, { kind: 'email_confirmation', owner: id, address, details: { link } }, now())
  }
  work()
  await eventually(() => expect(server.held).toHaveLength(8))
  await welcome(await owner('anna@example.org'))
  await eventually(() => expect(server.to('anna@example.org')).toHaveLength(1))
  expect(server.held).toHaveLength(8)
})

it('AUT-06 F14 what anybody asks for keeps no owner at the same domain waiting, and goes on as places are released', async () => {
  const { database, server, now, work, owner, rows, onlyCalledUp } = post()
  const reset = (address: string) => addMail(database.db, { kind: 'reset', address }, now())
  server.slow.add('typed@example.org')
  for (let i = 0; i < 6; i += 1) {
    const [id, address] = [randomUUID(), `${i}-typed@example.org`]
    await registrationStore(database.db).add(id, { email: address, details: details(now()) }, now())
    await addMail(database.db, { kind: 'registration', address, details: { registration: id } }, now())
  }
  work()
  const linedUp = async () => (await rows()).filter(({ line }) => line !== null)
  await eventually(async () => {
    expect(server.held).toHaveLength(3)
    expect(await linedUp()).toHaveLength(3)
  })
  await owner('anna@example.org')
  await reset('anna@example.org')
  await eventually(() => expect(server.to('anna@example.org')).toHaveLength(1))

  await database.db.run('update owner set email_confirmed_at = null')
  await reset('anna@example.org')
  await eventually(async () => expect(await linedUp()).toHaveLength(4))
  expect(server.held).toHaveLength(3)

  await onlyCalledUp()
  server.slow.clear()
  server.held[0]?.()
  await eventually(async () => expect(await rows()).toHaveLength(2))
  expect(server.to('anna@example.org')).toHaveLength(2)
})
