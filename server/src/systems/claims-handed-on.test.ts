import { CODE_WINS_MS } from '@kellersonne/core/systems/claims'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { describe, expect, it } from 'vitest'
import { setUpClaims } from '../../test/set-up/claims.ts'
import { removeOwner } from '../identity/accounts/deletion.ts'
import { systemAccess } from './access.ts'
import { claims, keysOf } from './claims.ts'
import { systemStore } from './store.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const later = (ms: number) => new Date(NOW.getTime() + ms)

const { codeKey, newOwner, newSystem, test } = setUpClaims()
const release = (sn: SerialNumber, owner: string, now = NOW) => systemStore(test.db).release(sn, owner, now)
const giveBySwitch = (system: number, owner: string, now = NOW) =>
  systemStore(test.db).claim(system, owner, now, true)
const owned = async (owner: string) => (await systemAccess(test.db).all({ owner }, 'see')).map(({ sn }) => sn)
async function judge(code: string, owner: string) {
  const [outcome] = await claims(test.db, codeKey).judge(keysOf([code]), owner, NOW)
  return outcome
}
async function outcome(code: string, owner: string, now: Date) {
  const [made] = await test.db.transaction((sql) => claims(sql, codeKey).make(keysOf([code]), owner, now))
  return made?.outcome
}

describe('a code, where owners came by the switch', () => {
  it('AUT-14 takes nothing back for who has given the system up', async () => {
    const [seller, buyer, system] = [await newOwner(), await newOwner(), await newSystem()]
    await giveBySwitch(system.id, seller)
    await release(system.sn, seller, later(1000))
    await giveBySwitch(system.id, buyer, later(2000))
    expect(await judge(system.code, seller)).toBe('taken')
    expect(await outcome(system.code, seller, later(3000))).toBe('taken')
    expect(await owned(buyer)).toEqual([system.sn])
  })

  it('AUT-14 wins for who never had the system, however many strangers have taken it and given it up', async () => {
    const [one, other, anna, system] = [
      await newOwner(),
      await newOwner(),
      await newOwner(),
      await newSystem(),
    ]
    for (const stranger of [one, other]) {
      await giveBySwitch(system.id, stranger)
      await release(system.sn, stranger)
    }
    await giveBySwitch(system.id, one, later(1000))
    expect(await outcome(system.code, anna, later(2000))).toBe('claimed')
    expect(await owned(anna)).toEqual([system.sn])
    expect(await outcome(system.code, one, later(3000))).toBe('taken')
  })

  it('AUT-14 takes nothing back once it could not have from an owner before', async () => {
    const [seller, buyer, account, system] = [
      await newOwner(),
      await newOwner(),
      await newOwner(),
      await newSystem(),
    ]
    await giveBySwitch(system.id, seller, later(-CODE_WINS_MS))
    await removeOwner(test.db, seller, NOW)
    await giveBySwitch(system.id, buyer, later(1000))
    // For instance with a new code of the seller's.
    expect(await outcome(system.code, account, later(2000))).toBe('handover')
    expect(await owned(account)).toEqual([])
  })
})
