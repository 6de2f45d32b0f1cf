import { OBJECTION_MS } from '@kellersonne/core/systems/claims'
import { eventually } from '@kellersonne/testing/eventually'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApi, testApi } from '../../test/api.ts'
import { connectionsWaiting } from '../../test/database/locks.ts'
import { systemOwners } from '../../test/set-up/system-owners.ts'
import { settleHandovers } from './handovers.ts'

const MINUTE = 60_000

let api: TestApi
let people: ReturnType<typeof systemOwners>
beforeAll(async () => {
  api = await testApi()
  people = systemOwners(api)
})
afterAll(() => api.close())

type Sale = Awaited<ReturnType<typeof people.sold>>
/** Returns the side of a sale whose row is locked first. */
const firstOf = ({ seller, buyer }: Sale) => [seller.owner, buyer.owner].sort()[0] ?? ''

it('AUT-17 waits for an owner before it has locked another one', async () => {
  // Due in this order, so that locks taken hand-over by hand-over would not follow the owners' ids.
  const sales = [await people.sold(), await people.sold()].sort((a, b) => (firstOf(a) < firstOf(b) ? 1 : -1))
  for (const [i, { system }] of sales.entries()) {
    await people.switchOffAndOn(system.id)
    await api.db.run('update handover set due_at = $2 where system = $1', [
      system.id,
      new Date(api.now().getTime() + MINUTE * (i + 1)),
    ])
  }
  api.clock.skip(OBJECTION_MS)
  const [last, first] = sales.map(firstOf)
  let settled: Promise<unknown> = Promise.resolve()
  await api.db.transaction(async (sql) => {
    await sql.run('select from owner where id = $1 for update', [first])
    settled = api.db.transaction((other) => settleHandovers(other, api.now()))
    await eventually(async () => expect(await connectionsWaiting(api.db)).toBe(1))
    await sql.run('select from owner where id = $1 for update nowait', [last])
  })
  await settled
  for (const { seller, buyer } of sales) for (const one of [seller, buyer]) await one.signInAgain()
  expect(await Promise.all(sales.map(({ buyer }) => buyer.list()))).toEqual(sales.map(({ owned }) => owned))
})
