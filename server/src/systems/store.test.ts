import { describe, expect, it } from 'vitest'
import { setUpTelemetry } from '../../test/set-up/telemetry.ts'
import { accountStore } from '../identity/accounts/store.ts'
import { systemAccess } from './access.ts'
import { claimStore } from './claim-store.ts'
import { systemStore } from './store.ts'

const { db, system } = setUpTelemetry()
const at = (day: number) => new Date(Date.UTC(2026, 0, day))
const newOwner = async (name: string) => {
  const owner = await accountStore(db()).create(`${name}@example.org`, 'none', 'de')
  if (owner === null) throw new Error(`${name} is there already`)
  return owner
}

describe('ownership', () => {
  it('AUT-12 of a system that has an owner is given to nobody else', async () => {
    const { id, sn } = system()
    const store = systemStore(db())
    const [anna, bert] = [await newOwner('anna'), await newOwner('bert')]
    expect(await store.claim(id, anna, at(1))).toBe(true)
    expect(await store.claim(id, bert, at(2))).toBe(false)
    expect(await store.find(sn)).toMatchObject({ owner: anna, since: at(1) })
    expect(await systemAccess(db()).all({ owner: bert }, 'see')).toEqual([])
  })
})

describe('waiting for a system', () => {
  it('AUT-12 counts what was received from when it was asked for until it lapses', async () => {
    const { id, sn } = system()
    const owner = await newOwner('cora')
    const store = claimStore(db())
    await store.wait({ sn, owner, askedAt: at(1), unitAskedAt: at(1), until: at(2) })
    const isCounted = async (seenAt: number) =>
      (await store.waitingFor([{ system: id, receivedAt: new Date(seenAt) }])).length === 1
    const [from, until] = [at(1).getTime(), at(2).getTime()]
    expect(await Promise.all([from - 1, from, until - 1, until].map(isCounted))).toEqual([
      ...[false, true, true, false],
    ])
  })
})
