import { OBJECTION_MS } from '@kellersonne/core/systems/claims'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SECRET, type TestApi, testApi } from '../../../../test/api.ts'
import { commandLine } from '../../../../test/cli.ts'
import { connectionsWaiting } from '../../../../test/database/locks.ts'
import { systemOwners } from '../../../../test/set-up/system-owners.ts'
import { codeKeyOf, hashCode, newCode } from '../../../systems/codes.ts'
import { replaceCode, settleHandovers } from '../../../systems/handovers.ts'

let api: TestApi
let people: ReturnType<typeof systemOwners>
beforeAll(async () => {
  api = await testApi()
  people = systemOwners(api)
})
afterAll(() => api.close())

const cli = (...line: string[]) => commandLine(line, { db: api.db, secret: SECRET, now: api.now() })
const settle = () => api.db.transaction((sql) => settleHandovers(sql, api.now()))

/** A system whose code somebody else has entered, who has used the switch. */
async function begun() {
  const { seller: owner, buyer: claimant, system, owned } = await people.sold()
  await people.switchOffAndOn(system.id)
  return { owner, claimant, system, owned }
}

it('AUT-17 HND-03 a new code ends what somebody has begun with the one before, and tells them', async () => {
  const { owner, claimant, system, owned } = await begun()
  const { out } = await cli('code', 'issue', system.sn)
  expect(out).toContain('The hand-over that was begun with the one before has ended.')
  expect((await claimant.user()).handovers).toEqual([])
  expect(await people.mailsTo(claimant.owner)).toEqual(['handover_ended'])
  api.clock.skip(OBJECTION_MS + 1000)
  await settle()
  await owner.signInAgain()
  expect(await owner.list()).toEqual(owned)
})

it('AUT-17 no hand-over begins with a code while it is being replaced', async () => {
  const [owner, claimant] = [await people.newOwner(), await people.newOwner()]
  const { id, sn, code } = await people.newSystem()
  await owner.add(code)
  const { begins } = await api.db.transaction(async (sql) => {
    const fresh = hashCode(codeKeyOf(SECRET), newCode())
    expect(await replaceCode(sql, { id, sn }, fresh, api.now())).toBe(false)
    const begins = claimant.add(code)
    await expect.poll(() => connectionsWaiting(sql)).toBe(1)
    return { begins }
  })
  expect((await begins).json()).toMatchObject([{ outcome: 'unknown' }])
  expect((await owner.user()).handovers).toEqual([])
})

it('AUT-17 HND-03 a new code that ends nothing does not say so', async () => {
  const system = await people.newSystem()
  expect((await cli('code', 'issue', system.sn)).out).not.toContain('hand-over')
})

it('AUT-17 HND-03 an operator sees who is taking a system over, and that it goes to them once it is released', async () => {
  const { claimant, system, owned } = await begun()
  const { email } = await claimant.user()
  const shown = JSON.parse((await cli('system', 'show', system.sn, '--json')).out)
  expect(shown).toMatchObject({ handover_to: email, handover_at: expect.any(String) })
  expect((await cli('system', 'release', system.sn)).out).toContain(
    `It goes to ${email} at once, who has entered its code.`,
  )
  await settle()
  expect(await claimant.list()).toEqual(owned)
})
