import { setImmediate as turn } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { setUpCommands } from '../../test/set-up/commands.ts'
import { DatabaseUnavailableError, type Db } from '../platform/db/database.ts'
import { openCommandSender } from './command-sender.ts'
import { COMMAND_ISSUED } from './store.ts'

const { api, given } = setUpCommands()

/** Opens a sender that no unit comes to listen to; `sent`: the ids of the commands it sends. */
function open(db: Db) {
  const sent: string[] = []
  const broker = {
    publish: async (_: unknown, { id }: { id: string }) => void sent.push(id),
    onListening: () => undefined,
  }
  return { sent, ...openCommandSender({ db, broker, now: api().now, log: pino({ level: 'silent' }) }) }
}

it('API-07 sends waiting commands when the server starts, even if its connection is listening already', async () => {
  const { db } = api()
  const { id } = await given()
  const stop = db.listen(
    COMMAND_ISSUED,
    () => undefined,
    () => undefined,
  )
  await expect.poll(() => db.listening()).toBe(true)
  const { sent, close } = open(db)
  await expect.poll(() => sent).toEqual([id])
  await close()
  stop()
})

it('API-07 pauses before it asks an unavailable database for commands again', async () => {
  let asked = 0
  const db: Db = {
    ...api().db,
    async rows() {
      asked += 1
      if (asked <= 1000) throw new DatabaseUnavailableError('away')
      return []
    },
  }
  const { close } = open(db)
  await turn()
  expect(asked).toBeLessThan(10)
  await close()
})
