import { OFF_MS } from '@kellersonne/core/control/commands'
import { CLAIM_MS } from '@kellersonne/core/systems/claims'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApi, testApi } from '../../test/api.ts'
import { systemOwners } from '../../test/set-up/system-owners.ts'

let api: TestApi
let people: ReturnType<typeof systemOwners>
beforeAll(async () => {
  api = await testApi()
  people = systemOwners(api)
})
afterAll(() => api.close())

/** A system whose unit is online and on, its owner, and somebody else. */
async function owned() {
  const [owner, other] = [await people.newOwner(), await people.newOwner()]
  const system = await people.newSystem()
  await owner.add(system.code)
  await people.report(system.id, 'on')
  await api.publish(system.id, 111)
  return { owner, other, system, given: [{ sn: system.sn, phase: 1 }] }
}

describe('a claim of a system that is given up', () => {
  it('AUT-12 is not confirmed by what its former owner did by command, but by the main switch later', async () => {
    const { owner, other: thief, system, given } = await owned()
    expect((await thief.add(system.sn)).json()).toMatchObject([{ outcome: 'pending' }])
    await owner.command(system, 'off')
    await owner.command(system, 'on')
    await owner.release(system.sn)
    await people.report(system.id, 'on')
    expect(await thief.list()).toEqual([])
    api.clock.skip(CLAIM_MS)
    await thief.signInAgain()
    await thief.add(system.sn)
    await people.switchOffAndOn(system.id)
    expect(await thief.list()).toEqual(given)
  })

  it('AUT-12 is not confirmed by the main switch of the former owner, who has used it before', async () => {
    const { owner, other, system, given } = await owned()
    await other.add(system.sn)
    await people.switchOffAndOn(system.id)
    await owner.release(system.sn)
    await people.report(system.id, 'on')
    expect(await other.list()).toEqual([])
    await people.switchOffAndOn(system.id)
    expect(await other.list()).toEqual(given)
  })

  it('AUT-12 is not confirmed by whoever wonders why the unit is off, and switches it on', async () => {
    const { owner, other: thief, system } = await owned()
    await owner.command(system, 'off')
    api.clock.skip(OFF_MS)
    await owner.release(system.sn)
    await thief.add(system.sn)
    await people.switchOffAndOn(system.id)
    expect(await thief.list()).toEqual([])
  })

  it('AUT-12 is not confirmed while the unit may still carry out a command of its former owner', async () => {
    const { owner, other: thief, system, given } = await owned()
    await thief.add(system.sn)
    await owner.command(system, 'off', false)
    await owner.release(system.sn)
    await people.report(system.id, 'on')
    await people.switchOffAndOn(system.id)
    expect(await thief.list()).toEqual([])
    api.clock.skip(CLAIM_MS)
    await thief.signInAgain()
    await thief.add(system.sn)
    await people.switchOffAndOn(system.id)
    expect(await thief.list()).toEqual(given)
  })
})

describe('a hand-over', () => {
  const proven = async (claimant: Awaited<ReturnType<typeof people.newOwner>>) =>
    (await claimant.user()).handovers.map(({ proven }) => proven)

  it('AUT-17 is not proven by what its owner does by command, but by the main switch later', async () => {
    const { owner, other: thief, system } = await owned()
    await thief.add(system.code)
    await owner.command(system, 'off')
    await owner.command(system, 'on')
    await people.switchOffAndOn(system.id)
    expect(await proven(thief)).toEqual([false])
    api.clock.skip(OFF_MS)
    await thief.add(system.code)
    await people.switchOffAndOn(system.id)
    expect(await proven(thief)).toEqual([true])
  })

  it('AUT-17 of a unit that is off needs it on first', async () => {
    const { owner, other: buyer, system } = await owned()
    await owner.command(system, 'off')
    api.clock.skip(OFF_MS)
    await buyer.add(system.code)
    await people.switchOffAndOn(system.id)
    expect(await proven(buyer)).toEqual([false])
    await people.switchOffAndOn(system.id)
    expect(await proven(buyer)).toEqual([true])
  })
})
