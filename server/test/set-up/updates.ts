import { receipt } from '@kellersonne/contract/firmware/updates'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import * as z from 'zod/mini'
import { type TestUpdates, testUpdates } from './update-service.ts'

export const MINUTE = 60_000
/** The size in bytes of the offered images. */
export const SIZE = 100_000
export const range = (from: number, to: number | '' = '') => ({ range: `bytes=${from}-${to}` })

/** Both services, for all tests of a file. Each test is a new round, whose number is part of all names. */
function rounds(prepare: (test: TestUpdates) => Promise<void>, begin: (test: TestUpdates) => Promise<void>) {
  let test: TestUpdates
  let round = 0
  beforeAll(async () => {
    test = await testUpdates()
    await prepare(test)
  })
  beforeEach(async () => {
    round += 1
    await test.forgive()
    await begin(test)
  })
  afterAll(() => test.close())
  return { updates: () => test, round: () => round }
}

/** A unit with updates for two chips, and Anna, who owns it. */
export function updatableUnit() {
  let images: { bms: Buffer; gateway: Buffer }
  let anna: Awaited<ReturnType<TestUpdates['enter']>> & { owner: string; system: number }
  const { updates, round } = rounds(
    async (test) => {
      images = {
        bms: await test.release('bms', '2.5.0', SIZE),
        gateway: await test.release('gateway', '3.2.0', SIZE),
      }
    },
    async (test) => {
      await test.db.run('delete from update_action')
      await test.db.run('update release set paused_at = null, paused_by = null')
      const { owner, systems } = await test.owner(email(), [sn()])
      anna = { ...(await test.enter(email())), owner, system: systems[0] ?? 0 }
      await test.report(anna.system, { bms: '2.4.0', gateway: '3.1.0' })
    },
  )
  const email = () => `anna${round()}@example.org`
  const sn = () => `${round()}001`
  const unit = () => updates().unit(sn())
  const start = () => updates().start(anna.cookie, sn())
  const last = async () =>
    z
      .object({ last: z.nullable(receipt) })
      .parse((await updates().get(`/api/auth/update/?sn=${sn()}`, anna.access)).json()).last

  return {
    ...{ updates, round, email, sn, unit, start, last },
    images: () => images,
    anna: () => anna,
    /** For tests that have ended the session. */
    async signInAgain() {
      anna = { ...anna, ...(await updates().enter(email())) }
    },
    status: () => updates().status(anna.cookie, sn()),
    /** Starts the update; resolves to the id of the unit's open action, or ''. */
    async begin(): Promise<string> {
      expect((await start()).statusCode).toBe(200)
      return (await unit().action()) ?? ''
    },
    states: async () => (await last())?.parts.map(({ state }) => state),
    cancel: () =>
      updates().post(
        '/api/auth/update/cancel/',
        { sn: sn() },
        { headers: { authorization: `Bearer ${anna.access}` } },
      ),
  }
}

/** Anna, whose first of two systems can be updated, and Berta with another. */
export function updatingOwners() {
  type Owner = Awaited<ReturnType<TestUpdates['enter']>> & { owner: string; systems: number[] }
  let anna: Owner
  let berta: Owner
  const { updates, round } = rounds(
    async (test) => {
      await test.release('bms', '2.5.0')
      await test.release('gateway', '3.2.0')
    },
    async (test) => {
      const enter = async (email: string, sns: string[]) => {
        const made = await test.owner(email, sns)
        return { ...(await test.enter(email)), ...made }
      }
      anna = await enter(email(), [mine(), other()])
      berta = await enter(`berta${round()}@example.org`, [foreign()])
      await test.report(anna.systems[0] ?? 0, { bms: '2.4.0', gateway: '3.1.0' })
      await test.report(anna.systems[1] ?? 0, { bms: '2.5.0', gateway: '3.2.0' })
      await test.report(berta.systems[0] ?? 0, { bms: '2.4.0' })
    },
  )
  const email = () => `anna${round()}@example.org`
  const mine = () => `${round()}001`
  const other = () => `${round()}002`
  const foreign = () => `${round()}003`

  return {
    ...{ updates, email, mine, other, foreign },
    anna: () => anna,
    berta: () => berta,
    async signInAgain() {
      anna = { ...anna, ...(await updates().enter(email())) }
    },
    ask: (sn = mine(), cookie: string | null = anna.cookie, headers: Record<string, string> = {}) =>
      updates().ask(cookie, sn, headers),
    /** Resolves to the states of a system's actions, in the order of their turns. */
    actions: async (system = anna.systems[0]) =>
      (
        await updates().db.rows(
          z.object({ state: z.string() }),
          'select state from update_action where system = $1 order by part',
          [system],
        )
      ).map(({ state }) => state),
  }
}
