import { serialNumber } from '@kellersonne/contract/systems/systems'
import { byText } from '@kellersonne/core/units/order'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '../../test/database/database.ts'
import { accountStore } from '../identity/accounts/store.ts'
import { openCutOff } from './cut-off.ts'
import { ownSystemStore } from './pairing/own-system-store.ts'
import { systemStore } from './store.ts'

let test: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.close())

let serial = 4000
async function unit() {
  serial += 1
  const sn = serialNumber.parse(`${serial}`)
  const id = await systemStore(test.db).put({ sn, phase: 1, timeZone: 'Europe/Berlin', secret: 'first' })
  return { id, sn }
}
/** Begins; `failures`: so often nothing can be disconnected. */
function begun(failures = 0) {
  const asked: string[] = []
  const cutOff = openCutOff({
    db: test.db,
    log: pino({ level: 'silent' }),
    async disconnect(sn) {
      asked.push(sn)
      if (asked.length <= failures) throw new Error('the broker is away')
    },
  })
  onTestFinished(cutOff.close)
  return asked
}

it('GWY-23 units that were locked or retired while nobody listened are disconnected at the beginning', async () => {
  const [locked, retired, longAgo, good] = [await unit(), await unit(), await unit(), await unit()]
  await test.db.run('update storage_system set own = true, locked_at = now() where id = $1', [locked.id])
  await systemStore(test.db).retire(retired.id, new Date())
  await systemStore(test.db).retire(longAgo.id, new Date('2020-01-01T00:00:00Z'))
  const asked = begun()
  await expect.poll(() => asked.toSorted(byText)).toEqual([locked.sn, retired.sn])
  await systemStore(test.db).put({ ...good, phase: 1, timeZone: 'Europe/Berlin', secret: 'second' })
  await expect.poll(() => asked).toContain(good.sn)
  expect(asked).not.toContain(longAgo.sn)
})

it('GWY-23 HND-14 so are those whose secret was replaced, or whose former one ended, within two days', async () => {
  await test.db.run('update storage_system set locked_at = null, retired_at = null, secret_ended_at = null')
  const [replaced, put, ended] = [await unit(), await unit(), await unit()]
  const [unlocked, longAgo] = [await unit(), await unit()]
  const store = systemStore(test.db)
  const owner = (await accountStore(test.db).create('anna@example.org', 'hash', 'de')) ?? ''
  await store.replaceSecret(replaced.id, 'second', null)
  await store.put({ ...put, phase: 1, timeZone: 'Europe/Berlin', secret: 'second' })
  // Imported once more as it was: its connection is as good as before.
  await store.put({ ...(await unit()), phase: 1, timeZone: 'Europe/Berlin', secret: 'first' })
  await store.replaceSecret(ended.id, 'second', new Date(Date.now() + 1000))
  await store.replaceSecret(longAgo.id, 'second', null)
  await test.db.run(
    `update storage_system set secret_ended_at = now() - interval '3 days' where id = any($1)`,
    [[ended.id, longAgo.id]],
  )
  await store.endFormerSecrets(new Date(Date.now() + 2000))
  await ownSystemStore(test.db).adopt(unlocked.id)
  await store.claim(unlocked.id, owner, new Date())
  await ownSystemStore(test.db).unlock(unlocked.id, owner, 'second')
  const expected = [replaced.sn, put.sn, ended.sn, unlocked.sn].toSorted(byText)
  expect((await store.cutOff()).toSorted(byText)).toEqual(expected)
  // More, if a notification of the above is still on its way.
  const asked = begun()
  await expect.poll(() => asked).toEqual(expect.arrayContaining(expected))
})

it('GWY-23 it is tried again until it has worked', async () => {
  const { sn } = await unit()
  await test.db.run('update storage_system set locked_at = null, retired_at = null, secret_ended_at = null')
  const asked = begun(2)
  await expect.poll(() => test.db.listening()).toBe(true)
  await systemStore(test.db).put({ sn, phase: 1, timeZone: 'Europe/Berlin', secret: 'second' })
  await expect.poll(() => asked).toEqual([sn, sn, sn])
})
