import { OBJECTION_MS, PROOF_MS } from '@kellersonne/core/systems/claims'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { expectProblem, type TestApi, testApi } from '../../test/api.ts'
import { metricsFromNow } from '../../test/metrics.ts'
import { systemOwners } from '../../test/set-up/system-owners.ts'
import { removeOwner } from '../identity/accounts/deletion.ts'
import { openHandovers, settleHandovers } from './handovers.ts'

const MINUTE = 60_000

let api: TestApi
let people: ReturnType<typeof systemOwners>
beforeAll(async () => {
  api = await testApi()
  people = systemOwners(api)
})
afterAll(() => api.close())

type Person = Awaited<ReturnType<typeof people.newOwner>>
/** The job's work, at once. */
const settle = () => api.db.transaction((sql) => settleHandovers(sql, api.now()))
async function skip(ms: number, ...who: Person[]) {
  api.clock.skip(ms)
  for (const one of who) await one.signInAgain()
}
const mailsOf = ({ owner }: Person) => people.mailsTo(owner)
const handoversOf = async (one: Person) => (await one.user()).handovers
const remove = ({ owner }: Person) => removeOwner(api.db, owner, api.now())

const sold = () => people.sold()

describe('a hand-over', () => {
  it('AUT-17 gives the system to who has the code and used the switch, after seven days, and no past', async () => {
    const { seller, buyer, system, owned } = await sold()
    expect(await handoversOf(seller)).toMatchObject([{ sn: system.sn, role: 'giving', proven: false }])
    expect(await handoversOf(buyer)).toMatchObject([{ sn: system.sn, role: 'taking', proven: false }])
    expect(await mailsOf(seller)).toEqual(['system_claimed', 'handover_begun'])
    await people.switchOffAndOn(system.id)
    expect(await handoversOf(buyer)).toMatchObject([{ proven: true }])
    await skip(OBJECTION_MS - MINUTE, seller, buyer)
    await settle()
    expect([await seller.list(), await buyer.list()]).toEqual([owned, []])
    await skip(2 * MINUTE, seller, buyer)
    await settle()
    expect([await seller.list(), await buyer.list()]).toEqual([[], owned])
    expect((await buyer.data())[0]?.[system.sn]).toMatchObject({ grid_power: null })
    expect([await handoversOf(seller), await handoversOf(buyer)]).toEqual([[], []])
    expect(await mailsOf(seller)).toContain('system_handed_over')
    expect(await mailsOf(buyer)).toEqual(['system_claimed'])
  })

  it('AUT-17 is not undone by another that cannot be completed now, which is later', async () => {
    const [first, second] = [await sold(), await sold()]
    for (const { system } of [first, second]) await people.switchOffAndOn(system.id)
    await skip(OBJECTION_MS + MINUTE, first.seller, first.buyer, second.seller, second.buyer)
    const faults: unknown[] = []
    const settleBriefly = () =>
      api.db.transaction(async (sql) => {
        await sql.run("set local lock_timeout = '50ms'")
        return settleHandovers(sql, api.now(), (_, error) => faults.push(error))
      })
    await api.db.transaction(async (sql) => {
      await sql.run('select from owner where id = $1 for update', [first.seller.owner])
      expect(await settleBriefly()).toBe(false)
    })
    expect(faults).toHaveLength(1)
    expect([await first.buyer.list(), await second.buyer.list()]).toEqual([[], second.owned])
    await settle()
    expect(await first.buyer.list()).toEqual(first.owned)
  })

  it('HND-22 AUT-17 is counted for the alarm if it cannot be completed', async () => {
    const { seller, buyer, system } = await sold()
    await people.switchOffAndOn(system.id)
    await skip(OBJECTION_MS + MINUTE, seller, buyer)
    await api.db.run(
      `create function refuse() returns trigger language plpgsql as $$begin raise exception 'refused'; end$$;
       create trigger refuse before update on ownership for each row execute function refuse()`,
    )
    onTestFinished(async () => void (await api.db.run('drop function refuse cascade')))
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) })
    const since = await metricsFromNow()
    const job = openHandovers({ db: api.db, log, now: () => api.now() })
    await expect
      .poll(() => lines.join(''))
      .toContain(`"system":${system.id},"msg":"a hand-over could not be completed"`)
    await job.close()
    expect((await since())('job_left_out_total{name="handovers"}')).toBe(1)
    expect(await buyer.list()).toEqual([])
  })

  it('AUT-17 comes to nothing without the switch, however much time has passed, and says so', async () => {
    const { seller, buyer, system, owned } = await sold()
    await skip(20 * MINUTE)
    await people.switchOffAndOn(system.id)
    await skip(OBJECTION_MS + PROOF_MS, seller, buyer)
    await settle()
    expect([await seller.list(), await buyer.list(), await handoversOf(buyer)]).toEqual([owned, [], []])
    expect(await mailsOf(buyer)).toEqual(['handover_ended'])
  })

  it('AUT-17 takes the switch anew when the code is entered again, which is not mailed again', async () => {
    const { seller, buyer, system } = await sold()
    const [first] = await handoversOf(buyer)
    await skip(20 * MINUTE, buyer)
    await buyer.add(system.code)
    const [again] = await handoversOf(buyer)
    expect(again?.until).toBe(first?.until)
    expect(again?.prove_by).not.toBe(first?.prove_by)
    await people.switchOffAndOn(system.id)
    expect(await handoversOf(buyer)).toMatchObject([{ proven: true }])
    expect((await mailsOf(seller)).filter((kind) => kind === 'handover_begun')).toHaveLength(1)
  })

  it('AUT-17 ends when the owner objects, and the same person cannot begin it anew', async () => {
    const { seller, buyer, system, owned } = await sold()
    await people.switchOffAndOn(system.id)
    expect((await seller.object(system.sn)).statusCode).toBe(200)
    expect(await mailsOf(buyer)).toEqual(['handover_ended'])
    expect((await buyer.add(system.code)).json()).toMatchObject([{ outcome: 'taken' }])
    await skip(OBJECTION_MS + MINUTE, seller, buyer)
    await settle()
    expect([await seller.list(), await buyer.list()]).toEqual([owned, []])
    expectProblem(await seller.object(system.sn), 404, 'not_found')
  })

  it('AUT-17 begins anew with a next owner, whatever the former one has objected to', async () => {
    const { seller, buyer: claimant, system } = await sold()
    await seller.object(system.sn)
    await seller.release(system.sn)
    const buyer = await people.newOwner()
    await buyer.add(system.code)
    await skip(MINUTE, claimant, buyer)
    const from = api.now()
    expect((await claimant.add(system.code)).json()).toMatchObject([{ outcome: 'handover' }])
    const [begun] = await handoversOf(buyer)
    expect(begun).toMatchObject({ sn: system.sn, role: 'giving' })
    expect(Date.parse(begun?.until ?? '')).toBeGreaterThanOrEqual(from.getTime() + OBJECTION_MS)
    expect(await mailsOf(buyer)).toEqual(['system_claimed', 'handover_begun'])
  })

  it('AUT-17 is completed at once when the owner gives the system up, by hand or with the account', async () => {
    const [byHand, byDeletion] = [await sold(), await sold()]
    await byHand.seller.release(byHand.system.sn)
    expect((await mailsOf(byHand.seller)).at(-1)).toBe('system_given_on')
    await remove(byDeletion.seller)
    await settle()
    expect([await byHand.buyer.list(), await byDeletion.buyer.list()]).toEqual([
      byHand.owned,
      byDeletion.owned,
    ])
  })

  it('AUT-17 comes to nothing where another claims the system before the job, and could not have objected', async () => {
    const { seller, buyer: accomplice, system, owned } = await sold()
    const buyer = await people.newOwner()
    await people.switchOffAndOn(system.id)
    await skip(OBJECTION_MS - MINUTE, seller, accomplice, buyer)
    await remove(seller)
    expect((await buyer.add(system.code)).json()).toMatchObject([{ outcome: 'claimed' }])
    expect([await handoversOf(buyer), await handoversOf(accomplice)]).toEqual([[], []])
    await skip(2 * MINUTE, accomplice, buyer)
    await settle()
    expect([await buyer.list(), await accomplice.list()]).toEqual([owned, []])
    expect(await mailsOf(accomplice)).toEqual(['handover_ended'])
    expect(await mailsOf(buyer)).toEqual(['system_claimed'])
  })

  it('AUT-17 can be begun against a new owner before the job has ended one against the former', async () => {
    const { seller, system } = await sold()
    const [buyer, heir] = [await people.newOwner(), await people.newOwner()]
    await people.switchOffAndOn(system.id)
    await remove(seller)
    await buyer.add(system.code)
    expect((await heir.add(system.code)).json()).toMatchObject([{ outcome: 'handover' }])
    expect(await handoversOf(buyer)).toMatchObject([{ role: 'giving', proven: false }])
    expect(await mailsOf(buyer)).toEqual(['system_claimed', 'handover_begun'])
  })

  it('AUT-17 ends with the account of who began it, or when they give it up', async () => {
    const [deleted, givenUp] = [await sold(), await sold()]
    await remove(deleted.buyer)
    expect((await givenUp.buyer.release(givenUp.system.sn)).statusCode).toBe(200)
    for (const { seller, owned } of [deleted, givenUp]) {
      await settle()
      expect([await handoversOf(seller), await seller.list()]).toEqual([[], owned])
    }
  })

  it('AUT-17 is for one at a time, and nobody else may object, agree or see it', async () => {
    const { seller, buyer, system, owned } = await sold()
    const stranger = await people.newOwner()
    expect((await stranger.add(system.code)).json()).toMatchObject([{ outcome: 'taken' }])
    expect(await handoversOf(stranger)).toEqual([])
    for (const one of [stranger, buyer]) expectProblem(await one.object(system.sn), 404, 'not_found')
    expectProblem(await stranger.release(system.sn), 404, 'not_found')
    await settle()
    expect(await seller.list()).toEqual(owned)
  })

  it('AUT-17 is begun three times a week, so that nobody fills the mailbox of an owner', async () => {
    const { seller, buyer, system } = await sold()
    for (let i = 0; i < 2; i += 1) {
      await buyer.release(system.sn)
      expect((await buyer.add(system.code)).statusCode).toBe(200)
    }
    await buyer.release(system.sn)
    expectProblem(await buyer.add(system.code), 429, 'too_many_attempts')
    expect(await handoversOf(seller)).toEqual([])
    expect((await mailsOf(seller)).filter((kind) => kind === 'handover_begun')).toHaveLength(3)
  })

  it('AUT-17 asks for the switch six times in all, so that no use of it by its owner is a proof by chance', async () => {
    const { buyer, system } = await sold()
    for (let i = 0; i < 5; i += 1) {
      await skip(11 * MINUTE, buyer)
      expect((await buyer.add(system.code)).statusCode).toBe(200)
    }
    await skip(11 * MINUTE, buyer)
    expectProblem(await buyer.add(system.code), 429, 'too_many_attempts')
    await people.switchOffAndOn(system.id)
    expect(await handoversOf(buyer)).toMatchObject([{ proven: false }])
  })

  it('AUT-17 is not proven by the switch that the owner uses for an update', async () => {
    const { buyer, system } = await sold()
    const end = await people.startUpdate(system.id)
    await people.switchOffAndOn(system.id)
    expect(await handoversOf(buyer)).toMatchObject([{ proven: false }])
    await end()
    await people.switchOffAndOn(system.id)
    expect(await handoversOf(buyer)).toMatchObject([{ proven: false }])
    await skip(MINUTE, buyer)
    await buyer.add(system.code)
    await people.switchOffAndOn(system.id)
    expect(await handoversOf(buyer)).toMatchObject([{ proven: true }])
  })

  it('AUT-17 is not begun by a bare serial number, nor by who has given the system up', async () => {
    const { seller, buyer, system } = await sold()
    await seller.release(system.sn)
    await settle()
    expect((await seller.add(system.code)).json()).toMatchObject([{ outcome: 'taken' }])
    expect((await seller.add(system.sn)).json()).toMatchObject([{ outcome: 'pending' }])
    expect(await handoversOf(buyer)).toEqual([])
  })
})
