import { get, type IncomingMessage } from 'node:http'
import { eventually } from '@kellersonne/testing/eventually'
import fastify from 'fastify'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { range, updatableUnit } from '../../../test/set-up/updates.ts'
import { openTurns, type StrangerQueue } from '../../platform/http/turns/turns.ts'
import { SECRET_GIVEN, systemStore } from '../../systems/store.ts'
import { imageRoutes } from './artifacts.ts'
import { unitRequests } from './ddi.ts'

/** Much more than the buffers of a connection hold. */
const SIZE = 48 * 1024 * 1024
const { anna, begin, sn, status, unit, updates } = updatableUnit()

it('HND-14 UPD-09 an image that is being sent with a former secret ends with it, and counts no further', async () => {
  await updates().release('display', '3.0.0', SIZE)
  await updates().report(anna().system, { display: '1.0' })
  const thief = unit()
  const id = await begin()
  const path = thief.fileOf(await thief.offer(id))
  const origin = await updates().service().listen({ host: '127.0.0.1', port: 0 })
  const asked = get(`${origin}${thief.root}${path}`, { headers: { authorization: 'TargetToken unit' } })
  const answer = await new Promise<IncomingMessage>((resolve) =>
    asked.on('error', () => undefined).once('response', resolve),
  )
  const closed = new Promise((resolve) => answer.on('error', () => undefined).once('close', resolve))
  await eventually(async () => expect((await status()).update_started).toBe(true))
  await systemStore(updates().db).replaceSecret(anna().system, 'renewed', null)
  await eventually(async () => expect((await thief.get('')).statusCode).toBe(401))
  let bytes = 0
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  await closed
  expect(bytes).toBeLessThan(SIZE)
  expect((await status()).page).toBeLessThan(90)
  expect(
    (
      await updates()
        .unit(sn(), 'renewed')
        .download(id, range(bytes, bytes + 9))
    ).statusCode,
  ).toBe(206)
})

it('HND-14 a download is refused if the secret changes after its request came, though its unit was just let in', async () => {
  const id = await begin()
  const thief = unit()
  const path = thief.fileOf(await thief.offer(id))
  const { db, folder, now } = updates()
  const [letIn, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const turns = openTurns(1000)
  const strangers: StrangerQueue = {
    ...turns.strangers,
    async run(asker, look) {
      const found = await turns.strangers.run(asker, look)
      letIn.resolve()
      await mayGoOn.promise
      return found
    },
  }
  const app = fastify()
  const requests = unitRequests(app, { db, now, turns: { ...turns, strangers } })
  imageRoutes(app, { db, now, log: pino({ level: 'silent' }), dataFolder: folder }, requests)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const headers = { authorization: 'TargetToken unit' }
  const downloaded = fetch(`${origin}${thief.root}${path}`, { headers }).then((answer) => answer.bytes())
  const refused = expect(downloaded).rejects.toThrow()
  await letIn.promise
  // Notified after the routes, which have listened for longer.
  const cut = Promise.withResolvers<void>()
  const stop = db.listen(
    SECRET_GIVEN,
    () => cut.resolve(),
    () => undefined,
  )
  await systemStore(db).replaceSecret(anna().system, 'renewed', null)
  await cut.promise
  mayGoOn.resolve()
  await refused
  stop()
  await app.close()
})
