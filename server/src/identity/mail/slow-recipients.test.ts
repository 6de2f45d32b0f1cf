import { randomUUID } from 'node:crypto'
import { eventually } from '@kellersonne/testing/eventually'
import { expect, it } from 'vitest'
import { setUpMail } from '../../../test/set-up/mail.ts'
import { emailLinkStore } from '../email/link-store.ts'
import { addMail } from './mails.ts'

const post = setUpMail()

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
