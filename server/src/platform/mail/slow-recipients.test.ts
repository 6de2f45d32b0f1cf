import { eventually } from '@kellersonne/testing/eventually'
import { expect, it } from 'vitest'
import { metricsFromNow } from '../../../test/metrics.ts'
import { MINUTE, setUpMail } from '../../../test/set-up/mail.ts'

const post = setUpMail()

it('AUT-06 F14 mails to recipients whose server is slow keep nobody else waiting, and are sent in the end', async () => {
  const { server, work, owner, rows, welcome, onlyCalledUp } = post()
  server.slow.add('slow.example')
  for (let i = 0; i < 12; i += 1) await welcome(await owner(`a@${i}.slow.example`))
  work()
  await eventually(async () => {
    expect(server.held).toHaveLength(3)
    expect((await rows()).filter(({ line }) => line !== null)).toHaveLength(9)
  })
  await onlyCalledUp()
  await welcome(await owner('anna@example.org'))
  await eventually(() => expect(server.to('anna@example.org')).toHaveLength(1))
  expect(server.held).toHaveLength(3)
  server.slow.clear()
  for (const answer of server.held) answer()
  await eventually(async () => {
    expect(server.taken).toHaveLength(13)
    expect(await rows()).toEqual([])
  })
  expect(new Set(server.seen).size).toBe(13)
})

it('AUT-06 F14 mails that are of no use by the time they are called up leave their turn to the next', async () => {
  const { database, server, work, owner, rows, welcome, onlyCalledUp } = post()
  server.slow.add('slow.example')
  for (let i = 0; i < 8; i += 1) await welcome(await owner(`a@${i}.slow.example`))
  work()
  await eventually(async () => {
    expect(server.held).toHaveLength(3)
    expect((await rows()).filter(({ line }) => line !== null)).toHaveLength(5)
  })
  await onlyCalledUp()
  await database.db.run(
    `update owner set email_confirmed_at = null from mail where owner = owner.id and line is not null
     and email <> (select max(email) from owner join mail on owner = owner.id where line is not null)`,
  )
  server.slow.clear()
  server.held[0]?.()
  await eventually(async () => expect(await rows()).toHaveLength(2))
  expect(server.taken).toHaveLength(2)
})

it('AUT-06 F14 a mail that never finds room is given up at the end of its life', async () => {
  const { server, work, owner, rows, welcome, skip } = post()
  server.slow.add('slow.example')
  const since = await metricsFromNow()
  work()
  for (let i = 0; i < 3; i += 1) await welcome(await owner(`a@${i}.slow.example`))
  await eventually(() => expect(server.held).toHaveLength(3))
  await welcome(await owner('b@slow.example'))
  const counted = async (outcome: string) =>
    (await since())(`mails_total{kind="welcome",outcome="${outcome}"}`)
  await eventually(async () => expect(await counted('crowded')).toBe(1))
  await skip(24 * 60 * MINUTE)
  await eventually(async () => expect(await rows()).toEqual([]))
  expect(await counted('given_up')).toBe(4)
  expect(server.to('b@slow.example')).toEqual([])
})
