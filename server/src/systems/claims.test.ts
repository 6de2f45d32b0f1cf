import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { CLAIM_MS } from '@kellersonne/core/systems/claims'
import { printedCode } from '@kellersonne/core/systems/keys'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Claim } from '../../test/claimant.ts'
import { setUpClaims } from '../../test/set-up/claims.ts'
import { removeOwner } from '../identity/accounts/deletion.ts'
import { systemAccess } from './access.ts'
import { claims, keysOf } from './claims.ts'
import { codeKeyOf, newCode, putCode } from './codes.ts'
import { systemStore } from './store.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const later = (ms: number) => new Date(NOW.getTime() + ms)

const { codeKey, newOwner, newSystem, test } = setUpClaims()
const claim = (keys: readonly string[], owner: string, now = NOW) =>
  test.db.transaction((sql) => claims(sql, codeKey).make(keysOf(keys), owner, now))
const outcomes = async (...given: Parameters<typeof claim>) =>
  (await claim(...given)).map(({ outcome }) => outcome)
const judge = (keys: readonly string[], owner: string | null) =>
  claims(test.db, codeKey).judge(keysOf(keys), owner, NOW)
const owned = async (owner: string) => (await systemAccess(test.db).all({ owner }, 'see')).map(({ sn }) => sn)
const pending = (owner: string, now = NOW) => claims(test.db, codeKey).pendingOf(owner, now)
const mails = (owner: string) =>
  test.db.rows(
    z.object({ kind: z.string(), sn: z.string() }),
    `select kind, details ->> 'sn' as sn from mail where owner = $1`,
    [owner],
  )

describe('a claim', () => {
  it('AUT-12 PRD-01 by code takes effect at once, and its owner is notified', async () => {
    const [anna, system] = [await newOwner(), await newSystem()]
    expect(await claim([system.code], anna)).toMatchObject([
      { sn: system.sn, outcome: 'claimed', wait: null },
    ])
    expect(await owned(anna)).toEqual([system.sn])
    expect(await mails(anna)).toEqual([{ kind: 'system_claimed', sn: system.sn }])
    expect(await outcomes([system.code, system.sn], anna)).toEqual(['yours', 'yours'])
    expect(await mails(anna)).toHaveLength(1)
  })

  it('AUT-12 by serial number waits, and keeps its time when asked again', async () => {
    const [anna, system] = [await newOwner(), await newSystem()]
    const wait = { sn: system.sn, until: later(CLAIM_MS), contested: false }
    const waits = (isNew: boolean) => [{ sn: system.sn, outcome: 'pending', wait: { ...wait, isNew } }]
    expect(await claim([system.sn], anna)).toMatchObject(waits(true))
    expect(await claim([system.sn], anna, later(60_000))).toMatchObject(waits(false))
    expect(await pending(anna)).toEqual([wait])
    expect(await owned(anna)).toEqual([])
    expect(await mails(anna)).toEqual([])
  })

  it('AUT-12 by serial number that has lapsed starts anew', async () => {
    const [anna, system] = [await newOwner(), await newSystem()]
    await claim([system.sn], anna)
    expect(await pending(anna, later(CLAIM_MS))).toEqual([])
    expect(await claim([system.sn], anna, later(CLAIM_MS))).toMatchObject([
      { wait: { until: later(2 * CLAIM_MS), isNew: true } },
    ])
  })

  it('AUT-12 by code goes before whoever waits, of which they learn nothing', async () => {
    const [anna, bert, system] = [await newOwner(), await newOwner(), await newSystem()]
    await claim([system.sn], anna)
    const before = await pending(anna)
    expect(await outcomes([system.code], bert)).toEqual(['claimed'])
    expect(await pending(anna)).toEqual(before)
    expect(await outcomes([system.sn, system.code], anna)).toEqual(['pending', 'handover'])
  })

  it('AUT-14 waits for owners in the order of their ids, so that no two wait for each other', async () => {
    const [first = '', second = ''] = [await newOwner(), await newOwner()].toSorted()
    const system = await newSystem()
    await systemStore(test.db).claim(system.id, first, NOW, true)
    const hold = (owner: string) => `select from owner where id = '${owner}' for update`
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const claiming = await test.db.transaction(async (sql) => {
      await sql.run(hold(first))
      const made = outcomes([system.code], second, later(1000))
      await expect.poll(() => test.db.run(waits)).toBe(1)
      expect(await sql.run(`${hold(second)} nowait`)).toBe(1)
      return { made }
    })
    expect(await claiming.made).toEqual(['claimed'])
  })

  it('SET-01 SET-02 of several says what became of each, in their order', async () => {
    const [anna, bert] = [await newOwner(), await newOwner()]
    const [mine, theirs, waiting, free] = await Promise.all([1, 2, 3, 4].map(newSystem))
    if (!mine || !theirs || !waiting || !free) throw new Error('no systems')
    await claim([mine.code], anna)
    await claim([theirs.code], bert)
    const keys = ['999999', free.sn, theirs.code, waiting.sn, printedCode(newCode()), free.code, mine.sn]
    const expected = ['pending', 'pending', 'handover', 'pending', 'unknown', 'claimed', 'yours']
    expect(await judge(keys, anna)).toEqual(expected)
    expect(await judge(keys, null)).toEqual(expected.with(6, 'pending'))
    expect(await pending(anna)).toEqual([])
    expect(await outcomes(keys, anna)).toEqual(expected.with(1, 'yours'))
    expect(await owned(anna)).toEqual([mine.sn, free.sn].sort())
  })

  it('SET-01 SET-02 with an unknown code is judged beside a system that has no code', async () => {
    const [anna, system] = [await newOwner(), await newSystem()]
    await test.db.run('delete from registration_code where system = $1', [system.id])
    const keys = [printedCode(newCode()), system.sn]
    expect(await judge(keys, anna)).toEqual(['unknown', 'pending'])
    expect(await outcomes(keys, anna)).toEqual(['unknown', 'pending'])
  })

  it('AUT-12 with a code that was replaced is unknown', async () => {
    const [anna, system] = [await newOwner(), await newSystem()]
    await putCode(test.db, codeKey, system.id, newCode())
    expect(await outcomes([system.code], anna)).toEqual(['unknown'])
  })

  it('AUT-12 with a code of another installation is unknown', async () => {
    const system = await newSystem()
    const other = claims(test.db, codeKeyOf(Buffer.alloc(32, 8)))
    expect(await other.judge(keysOf([system.code]), null, NOW)).toEqual(['unknown'])
  })

  it('AUT-12 of an owner who has left is refused', async () => {
    const [anna, system] = [await newOwner(), await newSystem()]
    await removeOwner(test.db, anna, NOW)
    await expect(claim([system.code], anna)).rejects.toMatchObject({ code: 'session_required' })
  })
})

describe('a release', () => {
  const release = (sn: string, owner: string, now = NOW) =>
    systemStore(test.db).release(serialNumber.parse(sn), owner, now)

  it('AUT-12 frees a system for the same code, and the times of two owners never meet', async () => {
    const [anna, bert, system] = [await newOwner(), await newOwner(), await newSystem()]
    await claim([system.code], anna)
    expect(await release(system.sn, bert)).toBe(false)
    expect(await release(system.sn, anna)).toBe(true)
    expect(await release(system.sn, anna)).toBe(false)
    // At the same instant, and with a clock that was set back.
    expect(await outcomes([system.code], anna)).toEqual(['claimed'])
    expect(await release(system.sn, anna, later(-60_000))).toBe(true)
    expect(await outcomes([system.code], bert, later(-60_000))).toEqual(['claimed'])
    const [first, second] = await systemStore(test.db).everOwnedBy(anna)
    const [third] = await systemStore(test.db).everOwnedBy(bert)
    expect(first).toMatchObject({ since: NOW, until: NOW })
    expect(second).toMatchObject({ since: later(1), until: later(1) })
    expect(third).toMatchObject({ since: later(2), until: null })
  })

  it('AUT-12 ends waiting, of oneself only', async () => {
    const [anna, bert, system] = [await newOwner(), await newOwner(), await newSystem()]
    await claim([system.sn], anna)
    expect(await release(system.sn, bert)).toBe(false)
    expect(await release(system.sn, anna)).toBe(true)
    expect(await pending(anna)).toEqual([])
    expect(await outcomes([system.sn], bert)).toEqual(['pending'])
  })
})

describe('claims at once', () => {
  it('AUT-12 of ten by code, one is accepted', async () => {
    const owners = await Promise.all(Array.from({ length: 10 }, newOwner))
    const system = await newSystem()
    const all = (await Promise.all(owners.map((owner) => outcomes([system.code], owner)))).flat()
    expect(all.filter((outcome) => outcome === 'claimed')).toHaveLength(1)
    expect(all.filter((outcome) => outcome === 'handover').length).toBeLessThanOrEqual(1)
    expect((await Promise.all(owners.map(owned))).flat()).toEqual([system.sn])
  })

  it('AUT-14 of ten by serial number, all are contested', async () => {
    const owners = await Promise.all(Array.from({ length: 10 }, newOwner))
    const system = await newSystem()
    const all = (await Promise.all(owners.map((owner) => outcomes([system.sn], owner)))).flat()
    expect(all).toEqual(owners.map(() => 'pending'))
    const waits = (await Promise.all(owners.map((owner) => pending(owner)))).flat()
    expect(waits.map(({ contested }) => contested)).toEqual(owners.map(() => true))
  })

  it('AUT-12 of the same systems in different orders never wait for each other for good', async () => {
    const systems = await Promise.all(Array.from({ length: 6 }, newSystem))
    const keys = systems.flatMap(({ sn, code }, i) => (i % 2 ? sn : code))
    const owners = await Promise.all(Array.from({ length: 8 }, newOwner))
    const all = await Promise.all(owners.map((owner, i) => outcomes(i % 2 ? keys : keys.toReversed(), owner)))
    const many = (wanted: string) => all.flat().filter((outcome) => outcome === wanted).length
    const refused = many('handover') + many('taken')
    expect([many('claimed'), refused, many('pending')]).toEqual([3, 7 * 3, 8 * 3])
    expect(many('handover')).toBeLessThanOrEqual(3)
  })
})

describe('claims that are killed', () => {
  const claimant = fileURLToPath(new URL('../../test/claimant.ts', import.meta.url))
  const STATEMENTS = 40

  /** Runs the claims in a process that is killed once each has run a number of statements, or has finished. */
  async function killDuring(made: readonly Claim[]) {
    const args = [claimant, test.url, codeKey.toString('hex'), JSON.stringify(made)]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    const ended = once(child, 'exit')
    const [received] = await Promise.race([once(child, 'message'), ended])
    expect(received).toBe('there')
    child.kill('SIGKILL')
    await ended
  }
  const leftOf = async (owner: string) => ({
    owned: (await owned(owner)).length,
    pending: (await pending(owner, new Date())).length,
    mails: (await mails(owner)).length,
  })
  async function newClaim(statements: number): Promise<Claim> {
    const systems = await Promise.all(Array.from({ length: 6 }, newSystem))
    const keys = systems.map(({ sn, code }, i) => (i < 3 ? code : sn))
    return { owner: await newOwner(), statements, keys }
  }

  it('AUT-12 F2 leave nothing, wherever they were, and do not block others', async () => {
    const made = await Promise.all(Array.from({ length: STATEMENTS }, (_, i) => newClaim(i + 1)))
    await killDuring(made)
    for (const { owner: dead, keys } of made) {
      expect(await leftOf(dead)).toEqual({ owned: 0, pending: 0, mails: 0 })
      const alive = await newOwner()
      await claim(keys, alive, new Date())
      expect(await leftOf(alive)).toEqual({ owned: 3, pending: 3, mails: 3 })
      expect(await outcomes(keys, dead, new Date())).toEqual(
        keys.map((_, i) => (i < 3 ? 'handover' : 'pending')),
      )
    }
  })

  it('AUT-12 F2 are complete where they were through', async () => {
    const through = await newClaim(STATEMENTS + 1)
    await killDuring([through])
    expect(await leftOf(through.owner)).toEqual({ owned: 3, pending: 3, mails: 3 })
  })
})
