import { serialNumber } from '@kellersonne/contract/systems/systems'
import { MAX_PENDING_CLAIMS } from '@kellersonne/core/systems/claims'
import { eventually } from '@kellersonne/testing/eventually'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem, type TestApi, testApi } from '../../test/api.ts'
import { connectionsWaiting } from '../../test/database/locks.ts'
import { systemOwners } from '../../test/set-up/system-owners.ts'
import { claims } from './claims.ts'

let api: TestApi
let people: ReturnType<typeof systemOwners>
beforeAll(async () => {
  api = await testApi()
  people = systemOwners(api)
})
afterAll(() => api.close())

const newOwner = () => people.newOwner()
const newSystem = () => people.newSystem()
const contested = { outcome: 'pending', contested: true }
const alone = { outcome: 'pending', contested: false }
const mailsOf = (owner: string) => people.mailsTo(owner)
const free = () => serialNumber.parse(String(800_000 + Math.floor(people.next())))

describe('two who wait for one system', () => {
  it('AUT-14 get nothing from the switch and are asked for the code, which gives it at once', async () => {
    const [stranger, owner] = [await newOwner(), await newOwner()]
    const system = await newSystem()
    expect((await stranger.add(system.sn)).json()).toMatchObject([alone])
    expect((await owner.add(system.sn)).json()).toMatchObject([contested])
    for (const one of [stranger, owner])
      expect((await one.user()).claims).toMatchObject([{ sn: system.sn, contested: true }])
    await people.switchOffAndOn(system.id)
    expect([await stranger.list(), await owner.list()]).toEqual([[], []])
    expect((await owner.add(system.code)).json()).toMatchObject([{ outcome: 'claimed' }])
    expect(await owner.list()).toEqual([{ sn: system.sn, phase: 1 }])
  })

  it('AUT-14 still get nothing when one of them gives up; who asks anew alone does', async () => {
    const [stranger, owner] = [await newOwner(), await newOwner()]
    const system = await newSystem()
    await stranger.add(system.sn)
    await owner.add(system.sn)
    await owner.release(system.sn)
    await people.switchOffAndOn(system.id)
    expect(await stranger.list()).toEqual([])
    await stranger.release(system.sn)
    expect((await owner.add(system.sn)).json()).toMatchObject([alone])
    await people.switchOffAndOn(system.id)
    expect(await owner.list()).toEqual([{ sn: system.sn, phase: 1 }])
  })
})

describe('a bare serial number', () => {
  it('AUT-14 F5 of no system keeps another call for it waiting, as one of a system does', async () => {
    const [one, other] = [await newOwner(), await newOwner()]
    const key = { kind: 'sn', sn: free() } as const
    const [made, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = api.db.transaction(async (sql) => {
      await claims(sql, Buffer.alloc(32)).make([key], one.owner, api.now())
      made.resolve()
      await done.promise
    })
    await made.promise
    const second = other.add(key.sn)
    await eventually(async () => expect(await connectionsWaiting(api.db)).toBe(1))
    done.resolve()
    await first
    expect((await second).json()).toMatchObject([contested])
  })

  it('AUT-14 is answered alike whether it is free, taken, waited for or unknown', async () => {
    const [anna, bert, asker] = [await newOwner(), await newOwner(), await newOwner()]
    const [taken, system] = [await newSystem(), await newSystem()]
    await anna.add(taken.code)
    const answers = []
    for (const sn of [system.sn, taken.sn, free()]) {
      const [answer] = (await asker.add(sn)).json()
      answers.push({ ...answer, key: '', sn: '', until: '' })
      await asker.release(sn)
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    const unknown = free()
    for (const sn of [system.sn, unknown]) {
      expect((await bert.add(sn)).json()).toMatchObject([alone])
      expect((await anna.add(sn)).json()).toMatchObject([contested])
    }
  })

  it("AUT-14 of another's system gives it to nobody by its switch", async () => {
    const [anna, bert] = [await newOwner(), await newOwner()]
    const system = await newSystem()
    await anna.add(system.code)
    await bert.add(system.sn)
    await people.switchOffAndOn(system.id)
    expect([await anna.list(), await bert.list()]).toEqual([[{ sn: system.sn, phase: 1 }], []])
  })
})

describe('how often an owner may wait', () => {
  it(`AUT-14 for ${MAX_PENDING_CLAIMS} numbers at once, with a refusal that names the way out and adds nothing`, async () => {
    const anna = await newOwner()
    const [last, other] = [await newSystem(), await newSystem()]
    for (let i = 0; i < MAX_PENDING_CLAIMS; i++) expect((await anna.add(free())).statusCode).toBe(200)
    const refused = await anna.add(other.code, last.sn)
    expectProblem(refused, 429, 'too_many_waits')
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(600)
    expect(await anna.list()).toEqual([])
    expect(people.securityLog(anna.owner).at(-1)).toBe('claim slowed')
    expect((await anna.add(last.code)).json()).toMatchObject([{ outcome: 'claimed' }])
  })

  it('AUT-14 six times an hour, whatever was cancelled; for one that is silent no day is lost', async () => {
    const [anna, silent] = [await newOwner(), await newSystem()]
    for (let i = 0; i < 6; i++) {
      for (const _again of [1, 2]) expect((await anna.add(silent.sn)).json()).toMatchObject([alone])
      await anna.release(silent.sn)
    }
    const refused = await anna.add(silent.sn)
    expectProblem(refused, 429, 'too_many_waits')
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3600)
    api.clock.skip(3_600_000)
    await anna.signInAgain()
    expect((await anna.add(silent.sn)).json()).toMatchObject([alone])
  })

  it('AUT-14 thirty times an hour for all of a network', async () => {
    const from = '198.51.100.7'
    for (let i = 0; i < 10; i++)
      expect((await (await newOwner()).addFrom(from, free(), free(), free())).statusCode).toBe(200)
    const last = await newOwner()
    expectProblem(await last.addFrom(from, free()), 429, 'too_many_waits')
    expect((await last.addFrom('198.51.100.8', free())).statusCode).toBe(200)
  })
})

describe('the code of a system that somebody came to by its switch', () => {
  it('AUT-14 takes it back for 30 days, shows nothing from before, and both owners get a mail', async () => {
    const [stranger, owner] = [await newOwner(), await newOwner()]
    const system = await newSystem()
    await stranger.add(system.sn)
    await people.switchOffAndOn(system.id)
    expect(await stranger.list()).toHaveLength(1)
    await api.publish(system.id, 111)
    api.clock.skip(1000)
    expect((await owner.add(system.code)).json()).toMatchObject([{ outcome: 'claimed' }])
    expect([await stranger.list(), await owner.list()]).toEqual([[], [{ sn: system.sn, phase: 1 }]])
    expect(await stranger.data()).toEqual([])
    expect((await owner.data())[0]?.[system.sn]).toMatchObject({ grid_power: null })
    expect(await mailsOf(stranger.owner)).toEqual(['system_claimed', 'system_lost'])
    expect(await mailsOf(owner.owner)).toEqual(['system_claimed'])
    expect((await stranger.add(system.code)).json()).toMatchObject([{ outcome: 'taken' }])
  })

  it('AUT-14 takes nothing back from who came after somebody who had claimed by it and given it up', async () => {
    const [seller, buyer] = [await newOwner(), await newOwner()]
    const system = await newSystem()
    await seller.add(system.code)
    await seller.release(system.sn)
    await buyer.add(system.sn)
    await people.switchOffAndOn(system.id)
    expect((await seller.add(system.code)).json()).toMatchObject([{ outcome: 'taken' }])
    expect(await buyer.list()).toEqual([{ sn: system.sn, phase: 1 }])
  })

  it('AUT-14 takes nothing back from an owner who has entered it too, as the mail about the switch recommends', async () => {
    const [seller, buyer, sellerAgain] = [await newOwner(), await newOwner(), await newOwner()]
    const system = await newSystem()
    await seller.add(system.sn)
    await people.switchOffAndOn(system.id)
    await seller.release(system.sn)
    await buyer.add(system.sn)
    await people.switchOffAndOn(system.id)
    expect((await buyer.add(system.code)).json()).toMatchObject([{ outcome: 'yours' }])
    expect((await sellerAgain.add(system.code)).json()).toMatchObject([{ outcome: 'handover' }])
    expect(await buyer.list()).toEqual([{ sn: system.sn, phase: 1 }])
  })

  it('AUT-14 is of no use after 30 days, nor against an owner who has used it', async () => {
    const [first, other] = [await newOwner(), await newOwner()]
    const system = await newSystem()
    await first.add(system.sn)
    await people.switchOffAndOn(system.id)
    api.clock.skip(30 * 86_400_000)
    await other.signInAgain()
    expect((await other.add(system.code)).json()).toMatchObject([{ outcome: 'handover' }])
    await first.signInAgain()
    expect(await first.list()).toHaveLength(1)
  })
})
