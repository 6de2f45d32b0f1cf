import { serialNumber } from '@kellersonne/contract/systems/systems'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem } from '../../../test/api.ts'
import { agree } from '../../../test/set-up/agree.ts'
import { range, updatingOwners } from '../../../test/set-up/updates.ts'
import { unzip } from '../../../test/unzip.ts'
import { storeBatch } from '../../app/roles/store-batch.ts'
import { removeOwner } from '../../identity/accounts/deletion.ts'
import type { Caller } from '../../systems/access.ts'
import { systemStore } from '../../systems/store.ts'
import { consentStore } from './consent-store.ts'
import { callOffGivenUp } from './overdue.ts'
import { cancelSystemUpdate, startSystemUpdate } from './start-and-cancel.ts'
import { updateStore } from './store.ts'

const { updates, anna, berta, mine, actions, ask } = updatingOwners()
const sn = () => serialNumber.parse(mine())
const system = () => anna().systems[0] ?? 0

/** Transfers the system to Berta. */
async function handOver() {
  await systemStore(updates().db).release(sn(), anna().owner, updates().now())
  await systemStore(updates().db).claim(system(), berta().owner, updates().now())
  await updates().report(system(), { bms: '2.4.0', gateway: '3.1.0' })
}
const consent = (access: string, wording: string) =>
  updates().post(
    '/api/auth/update/consent/',
    { sn: mine(), lang: 'de', wording, parts: 'bms 2.5.0,gateway 3.2.0' },
    { headers: { authorization: `Bearer ${access}` } },
  )

describe('the updates of two owners of one system', () => {
  it('UPD-10 AUT-12 only the owner of this very moment can start one', async () => {
    const { db, now } = updates()
    await expect(startSystemUpdate(db, sn(), berta(), now())).rejects.toMatchObject({ code: 'not_found' })
    await handOver()
    await expect(startSystemUpdate(db, sn(), anna(), now())).rejects.toMatchObject({ code: 'not_found' })
    expect(await actions()).toEqual([])
    await agree(db, sn(), now())
    expect(await startSystemUpdate(db, sn(), berta(), now())).toBe(true)
  })

  it('UPD-12 AUT-12 only the owner of this very moment can cancel one', async () => {
    const { db, now } = updates()
    await updates().start(anna().cookie, mine())
    await expect(cancelSystemUpdate(db, sn(), berta(), now())).rejects.toMatchObject({ code: 'not_found' })
    expect(await actions()).toEqual(['waiting', 'planned'])
    await cancelSystemUpdate(db, sn(), anna(), now())
    expect(await actions()).toEqual(['cancelled', 'planned'])
  })

  it.each<[string, () => Promise<unknown>]>([
    ['gives the system up', () => systemStore(updates().db).release(sn(), anna().owner, updates().now())],
    ['deletes the account', () => removeOwner(updates().db, anna().owner, updates().now())],
  ])('UPD-10 UPD-20 one that still waits is called off once its owner %s', async (_, leave) => {
    const { db, now } = updates()
    const end = () => db.transaction((sql) => callOffGivenUp(sql, now()))
    await updates().start(anna().cookie, mine())
    await end()
    expect(await actions()).toEqual(['waiting', 'planned'])
    const unit = updates().unit(mine())
    expect(await unit.action()).toMatch(/\d/)
    await leave()
    expect(await unit.action()).toBeNull()
    await end()
    expect(await actions()).toEqual(['cancelled', 'planned'])
  })

  it('UPD-10 SET-04 one that its unit has begun goes on under another owner', async () => {
    const { db, now } = updates()
    await updates().start(anna().cookie, mine())
    const unit = updates().unit(mine())
    await unit.download((await unit.action()) ?? '', range(0, 9))
    await handOver()
    await db.transaction((sql) => callOffGivenUp(sql, now()))
    expect(await actions()).toEqual(['started', 'planned'])
    await agree(db, sn(), now())
    expectProblem(await updates().start(berta().cookie, mine()), 409, 'update_started')
    expect(await actions()).toEqual(['started', 'planned'])
  })

  it('UPD-11 AUT-12 what a fast clock dated later counts from when its unit is seen by the new owner', async () => {
    const { db, now, report } = updates()
    const since = new Date(now().getTime() + 60_000)
    const versions = { bms: '2.4.0', gateway: '3.1.0' }
    await report(system(), versions, { at: new Date(since.getTime() + 1000).toISOString() })
    await systemStore(db).release(sn(), anna().owner, now())
    await systemStore(db).claim(system(), berta().owner, since)
    const seeOnline = (id: number) =>
      storeBatch(db, [{ kind: 'presence', system: id, receivedAt: since, online: true }])
    const found = async () => {
      // Another system that keeps reporting must not be mistaken for this one.
      await seeOnline(berta().systems[0] ?? 0)
      return (await ask(mine(), berta().cookie)).json().new_update
    }
    expect(await found()).toBe(false)
    await seeOnline(system())
    expect(await found()).toBe(true)
  })

  it('UPD-18 nobody else marks its outcome as seen', async () => {
    const { db, now } = updates()
    await updates().start(anna().cookie, mine())
    const unit = updates().unit(mine())
    await unit.fail((await unit.action()) ?? '')
    const look = async () =>
      z
        .object({ last: z.object({ id: z.string(), seen: z.boolean() }) })
        .parse((await updates().get(`/api/auth/update/?sn=${mine()}`, anna().access)).json()).last
    const { id } = await look()
    expect(await updateStore(db).acknowledge(id, berta(), now())).toBeUndefined()
    expect((await look()).seen).toBe(false)
    await handOver()
    expect(await updateStore(db).acknowledge(id, anna(), now())).toBeUndefined()
    expect(await updateStore(db).acknowledge(id, berta(), now())).toBeUndefined()
  })

  it('UPD-20 AUT-12 only the owner of this very moment can consent to one', async () => {
    const { db, now } = updates()
    const parts = [{ chip: 'bms', from: '2.4.0', to: '2.5.0', size: 1, sha256: 'a' }]
    const add = async (caller: Caller) =>
      (await consentStore(db).add(caller, sn(), { at: now(), language: 'de', wording: 'ja', parts })) !==
      undefined
    expect([await add(anna()), await add(berta())]).toEqual([true, false])
    await handOver()
    expect([await add(anna()), await add(berta())]).toEqual([false, true])
  })

  it('SET-06 UPD-20 each owner exports only the consents that they gave', async () => {
    await consent(anna().access, 'Anna stimmt zu')
    await handOver()
    await consent(berta().access, 'Berta stimmt zu')
    const exported = async (access: string) => {
      const files = await unzip((await updates().get('/api/auth/export/', access)).rawPayload)
      return JSON.parse(files.get(`consents/${mine()}.json`) ?? '')
    }
    expect(await exported(anna().access)).toMatchObject([{ wording: 'Anna stimmt zu' }])
    expect(await exported(berta().access)).toMatchObject([{ wording: 'Berta stimmt zu' }])
  })
})
