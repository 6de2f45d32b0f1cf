import { serialNumber } from '@kellersonne/contract/systems/systems'
import { statePayload } from '@kellersonne/contract/telemetry/device'
import { CLAIM_MS } from '@kellersonne/core/systems/claims'
import { eventually } from '@kellersonne/testing/eventually'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../test/database/database.ts'
import { storeBatch } from '../app/roles/store-batch.ts'
import { accountStore } from '../identity/accounts/store.ts'
import type { Item } from '../telemetry/intake/batch.ts'
import { systemAccess } from './access.ts'
import { claims, keysOf } from './claims.ts'
import { codeKeyOf } from './codes.ts'
import { completeClaims } from './confirmation.ts'
import { openHandovers } from './handovers.ts'
import { systemStore } from './store.ts'

const ASKED = new Date('2026-11-21T10:00:00Z')
const EXPIRES = CLAIM_MS / 1000
/** Seconds after the claim. */
const at = (seconds: number) => new Date(ASKED.getTime() + seconds * 1000)

let test: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.close())

let count = 1000
async function newSystem() {
  count += 1
  const sn = serialNumber.parse(`${count}`)
  return { sn, id: await systemStore(test.db).put({ sn, phase: 1, timeZone: 'Europe/Berlin', secret: 's' }) }
}
async function newOwner() {
  count += 1
  const owner = await accountStore(test.db).create(`owner${count}@example.org`, 'hash', 'de')
  if (owner === null) throw new Error('no owner')
  return owner
}

/** Parses what a unit reports: `status time` or `status time@received`, in seconds of unit and of server time. */
function statesOf(system: number, reports: string): Item[] {
  return [...reports.matchAll(/(\w+) (-?\d+)(?:@(-?\d+))?/g)].map(
    ([, status, reported, received = reported]) => ({
      kind: 'state',
      system,
      receivedAt: at(Number(received)),
      state: statePayload.parse({ at: at(Number(reported)).toISOString(), status }),
    }),
  )
}
const report = (system: number, reports: string) => storeBatch(test.db, statesOf(system, reports))
async function reportOneByOne(system: number, reports: string) {
  for (const state of statesOf(system, reports)) await storeBatch(test.db, [state])
}
const ask = (sn: string, owner: string, now = ASKED) =>
  test.db.transaction((sql) => claims(sql, codeKeyOf(Buffer.alloc(32))).make(keysOf([sn]), owner, now))
const ownedBy = (owner: string) => systemAccess(test.db).all({ owner }, 'see')

/** Creates a system with a pending claim; its unit has reported `before` earlier. */
async function waiting(before = '') {
  const [anna, system] = [await newOwner(), await newSystem()]
  await reportOneByOne(system.id, before)
  await ask(system.sn, anna)
  return { ...system, anna }
}
const storedAt = (seconds: number, ...systems: number[]) =>
  test.db.run('select from state where at = $1 and system = any($2)', [at(seconds), systems])
/** What the job does, at once. */
const complete = () => test.db.transaction(completeClaims)
const confirmed = async ({ anna }: { anna: string }) => (await ownedBy(anna)).length === 1

describe('a claim by serial number', () => {
  it('AUT-12 is confirmed once its unit was off and on again', async () => {
    const claim = await waiting('on -5')
    await report(claim.id, 'off 60')
    expect(await confirmed(claim)).toBe(false)
    await report(claim.id, 'connected 75')
    expect(await ownedBy(claim.anna)).toMatchObject([{ sn: claim.sn, since: at(75) }])
    expect(await claims(test.db, Buffer.alloc(32)).pendingOf(claim.anna, at(76))).toEqual([])
    const mails = await test.db.rows(
      z.object({ kind: z.string() }),
      'select kind from mail where owner = $1',
      [claim.anna],
    )
    expect(mails).toEqual([{ kind: 'system_claimed' }])
  })

  it.each([
    ['a unit that was off already', 'off -30', 'off 30, on 40', false],
    ['a unit that was off already, but came on first', 'off -30', 'on 20, off 30, on 40', true],
    ['a unit that was off before, but not at last', 'off -90, on -30', 'off 30, on 40', true],
    ['a unit that has never said a thing', '', 'off 30, standby 40', true],
    ['both in one batch, the wrong way round', 'on -5', 'on 40, off 30', true],
    ['on and then off', 'on -5', 'on 20, off 30', false],
    ['off alone, again and again', 'on -5', 'off 30, off 90', false],
    ['on alone', 'off -5', 'connected 3, on 63', false],
    ['off before the claim and on after it', 'on -90, off -30', 'on 20', false],
    ['a backlog from before the claim', 'on -600', 'off -60@30, on -50@30, on 31', false],
    ['a backlog from the very seconds before it', 'on -600', 'off -3@30, on -1@30', false],
    ['a state from before the claim, once more', 'off -5', 'off -5@10, on 20', false],
    ['a fast clock', 'on 115@-5', 'off 150@30, on 160@40', true],
    ['a fast clock, and a backlog from before', 'on -500@-620', 'off 60@30, on 70@30', false],
    ['a slow clock', 'on -45@-5', 'off -10@30, on 0@40', true],
    ['a slow clock, and a backlog from before', 'on -600@-560', 'off -60@30, on -45@30', false],
    ['a clock that is hours slow', 'on -7200@-5', 'off -7170@30, on -7160@40', false],
    ['words that came an hour late, and a backlog', 'on -3700@-100', 'off -90@30, on -80@30', false],
    ['the last moments', 'on -5', 'off 598, on 599', true],
    ['a moment too late', 'on -5', 'off 599, on 600', false],
    ['heard in time, said too late', 'on -5', 'off 30, on 660@40', false],
  ])('AUT-12 is judged by its unit: %s', async (_case, before, after, expected) => {
    const apart = await waiting(before)
    await reportOneByOne(apart.id, after)
    const together = await waiting(before)
    await report(together.id, after)
    expect([await confirmed(apart), await confirmed(together)]).toEqual([expected, expected])
  })

  it('AUT-12 is not confirmed by what was sent in time and received too late', async () => {
    const claim = await waiting('on -5')
    await reportOneByOne(claim.id, 'off 30, on 40@600')
    expect(await confirmed(claim)).toBe(false)
  })

  it('AUT-12 is confirmed once, whichever of two writers comes last', async () => {
    for (let i = 0; i < 10; i += 1) {
      const claim = await waiting('on -5')
      await Promise.all([report(claim.id, 'off 60'), report(claim.id, 'on 75')])
      expect(await confirmed(claim)).toBe(true)
    }
  })

  it('AUT-12 is confirmed for a unit that had connected before but sent nothing', async () => {
    const [anna, { sn, id: system }] = [await newOwner(), await newSystem()]
    await storeBatch(test.db, [{ kind: 'presence', system, receivedAt: at(-5), online: true }])
    await ask(sn, anna)
    await report(system, 'off 30, on 40')
    expect(await ownedBy(anna)).toMatchObject([{ sn }])
  })

  it("AUT-12 is not confirmed by another unit's switch", async () => {
    const [claim, other] = [await waiting(), await waiting()]
    await report(other.id, 'off 30, on 40')
    expect([await confirmed(claim), await confirmed(other)]).toEqual([false, true])
  })

  it('AUT-12 counts from when it was asked, not from the claim before', async () => {
    const [claim, bert] = [await waiting('on -5'), await newOwner()]
    await report(claim.id, `off ${EXPIRES - 30}`)
    await ask(claim.sn, bert, at(EXPIRES + 30))
    await report(claim.id, `on ${EXPIRES + 60}`)
    expect(await ownedBy(bert)).toEqual([])
    await report(claim.id, `off ${EXPIRES + 90}`)
    await report(claim.id, `on ${EXPIRES + 100}`)
    expect(await ownedBy(bert)).toMatchObject([{ since: at(EXPIRES + 100) }])
  })

  it.each([
    ["the claimant's row", (claim: { anna: string }) => ['owner', claim.anna]],
    ["the system's row", (claim: { id: number }) => ['storage_system', claim.id]],
  ])(
    'AUT-12 HND-39 while %s is locked, states are stored, and the claim is confirmed later',
    async (_row, of) => {
      const [claim, other] = [await waiting('on -5'), await newSystem()]
      await report(claim.id, 'off 60')
      const [table, id] = of(claim)
      await test.db.transaction(async (sql) => {
        await sql.run(`select from ${table} where id = $1 for share`, [id])
        await storeBatch(test.db, [...statesOf(claim.id, 'on 75'), ...statesOf(other.id, 'on 75')])
        await complete()
        expect(await confirmed(claim)).toBe(false)
      })
      expect(await storedAt(75, claim.id, other.id)).toBe(2)
      await ask(claim.sn, await newOwner(), at(77))
      const log = pino({ level: 'silent' })
      const job = openHandovers({ db: test.db, now: () => at(EXPIRES + 1), log })
      await eventually(async () => expect(await confirmed(claim)).toBe(true))
      await job.close()
      expect(await ownedBy(claim.anna)).toMatchObject([{ sn: claim.sn, since: at(75) }])
    },
  )

  it('AUT-12 which is confirmed, but too late for a system that has an owner, comes to nothing', async () => {
    const [claim, bert] = [await waiting('on -5'), await newOwner()]
    await report(claim.id, 'off 60')
    await test.db.transaction(async (sql) => {
      await sql.run('select from owner where id = $1 for share', [claim.anna])
      await report(claim.id, 'on 75')
    })
    await systemStore(test.db).claim(claim.id, bert, at(76))
    await complete()
    await systemStore(test.db).release(claim.sn, bert, at(78))
    await complete()
    expect([await ownedBy(claim.anna), await ownedBy(bert)]).toEqual([[], []])
  })

  it('AUT-12 leaves no trace of who has left meanwhile', async () => {
    const claim = await waiting()
    await accountStore(test.db).remove(claim.anna)
    await report(claim.id, 'off 30, on 40')
    expect(await systemStore(test.db).claim(claim.id, await newOwner(), at(50))).toBe(true)
  })
})
