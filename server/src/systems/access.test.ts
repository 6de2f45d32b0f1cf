import { serialNumber } from '@kellersonne/contract/systems/systems'
import { TOTAL } from '@kellersonne/core/systems/systems'
import { describe, expect, it } from 'vitest'
import { setUpTelemetry } from '../../test/set-up/telemetry.ts'
import { accountStore } from '../identity/accounts/store.ts'
import { systemAccess } from './access.ts'
import { lockOwner } from './owners.ts'
import { systemStore } from './store.ts'

const { db, newSystem } = setUpTelemetry()
const NOBODYS = { owner: '00000000-0000-4000-8000-000000000000' }

async function newOwner(name: string) {
  const owner = await accountStore(db()).create(`${name}@kellersonne.example`, 'hash', 'de')
  if (owner === null) throw new Error('the address is taken')
  return { owner }
}
/** A system of `caller`'s that was a former owner's until then. */
async function handedOver(from: { owner: string }, to: { owner: string }, at: Date) {
  const system = await newSystem()
  await systemStore(db()).claim(system.id, from.owner, new Date('2026-02-01'))
  await systemStore(db()).release(system.sn, from.owner, at)
  await systemStore(db()).claim(system.id, to.owner, at)
  return system
}

describe('access to systems', () => {
  it('ENT-01 lists those of one phase by serial number, 999 before 1010', async () => {
    const caller = await newOwner('sorted')
    for (const [sn, phase] of [
      ['81010', 1],
      ['8999', 1],
      ['82', 2],
    ] as const) {
      const unit = { sn: serialNumber.parse(sn), phase, timeZone: 'Europe/Berlin', secret: 'unit' }
      const id = await systemStore(db()).put(unit)
      await systemStore(db()).claim(id, caller.owner, new Date('2026-02-01'))
    }
    const systems = await systemAccess(db()).all(caller, 'see')
    expect(systems.map(({ sn }) => sn)).toEqual(['8999', '81010', '82'])
  })

  it('SET-04 a deletion and what its owner changes at once do not wait for each other', async () => {
    const caller = await newOwner('leaving')
    const { sn } = await handedOver(await newOwner('before'), caller, new Date('2026-03-01T00:00:00Z'))
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const changing = await db().transaction(async (sql) => {
      await lockOwner(sql, caller.owner)
      const held = db().transaction((other) => systemAccess(other).hold(caller, 'see', sn))
      const made = expect(held).rejects.toMatchObject({ code: 'not_found' })
      await expect.poll(() => db().run(waits)).toBe(1)
      await sql.run(`set local lock_timeout = '1s'`)
      await systemStore(sql).unlink(caller.owner, new Date('2026-04-01T00:00:00Z'))
      return { made }
    })
    await changing.made
  })

  it.each(['see', 'control', 'update'] as const)(
    'AUT-12 only the present owner may %s one',
    async (right) => {
      const [former, present] = [await newOwner(`f-${right}`), await newOwner(`p-${right}`)]
      const at = new Date('2026-03-01T00:00:00Z')
      const { id, sn } = await handedOver(former, present, at)
      const access = systemAccess(db())
      const since = new Date(at.getTime() + 1)
      expect(await access.one(present, right, sn)).toMatchObject({ id, since })
      expect(await access.named(present, right, TOTAL)).toMatchObject([{ id, since }])
      expect(await db().transaction((sql) => systemAccess(sql).hold(present, right, sn))).toMatchObject({
        id,
        since,
      })
      for (const other of [former, NOBODYS]) {
        const refused = { code: 'not_found' }
        expect(await access.all(other, right)).toEqual([])
        await expect(access.one(other, right, sn)).rejects.toMatchObject(refused)
        await expect(access.named(other, right, TOTAL)).rejects.toMatchObject(refused)
        await expect(
          db().transaction((sql) => systemAccess(sql).hold(other, right, sn)),
        ).rejects.toMatchObject(refused)
      }
    },
  )
})
