import { currentDataList } from '@kellersonne/contract/live/live'
import { NAME_LENGTH } from '@kellersonne/core/systems/names'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, type TestApi, testApi } from '../../test/api.ts'
import { systemOwners } from '../../test/set-up/system-owners.ts'
import { removeOwner } from '../identity/accounts/deletion.ts'
import { transferOwnership } from './transfer-ownership.ts'

let api: TestApi
let people: ReturnType<typeof systemOwners>
beforeAll(async () => {
  api = await testApi()
  people = systemOwners(api, await api.app.listen({ port: 0, host: '127.0.0.1' }))
})
afterAll(() => api.close())

const keptNames = async (system: number) =>
  (
    await api.db.rows(
      z.object({ name: z.nullable(z.string()) }),
      'select name from ownership where system = $1 order by since',
      [system],
    )
  ).map(({ name }) => name)

async function garage() {
  const [owner, system] = [await people.newOwner(), await people.newSystem()]
  await owner.add(system.code)
  expect((await owner.rename(system.sn, 'Garage')).statusCode).toBe(200)
  return { owner, system }
}

describe('a name of a system', () => {
  it('SET-07 is in the list and in the current data, and an empty one takes it away', async () => {
    const { owner, system } = await garage()
    expect(await owner.list()).toEqual([{ sn: system.sn, phase: 1, name: 'Garage' }])
    await expect.poll(async () => (await owner.data())[0]?.[system.sn]?.name).toBe('Garage')
    await owner.rename(system.sn, ' \t')
    expect(await owner.list()).toEqual([{ sn: system.sn, phase: 1 }])
    await expect.poll(async () => (await owner.data())[0]?.[system.sn]?.name).toBeNull()
  })

  it('SET-07 is kept trimmed and composed', async () => {
    const { owner, system } = await garage()
    await owner.rename(system.sn, '  U\u0308ber <b>👨‍👩‍👧‍👦</b> ')
    expect(await owner.list()).toMatchObject([{ name: 'Über <b>👨‍👩‍👧‍👦</b>' }])
  })

  it('SET-07 that is no text, or too long, is refused with the rule it breaks and changes nothing', async () => {
    const { owner, system } = await garage()
    for (const [name, rule] of [
      ['x'.repeat(NAME_LENGTH + 1), 'too_long'],
      ['x'.repeat(5000), 'too_long'],
      ['\u202Eegarag', 'format'],
      ['Gar\u0000age', 'format'],
    ] as const)
      expect((await owner.rename(system.sn, name)).json()).toMatchObject({
        code: 'input_invalid',
        errors: { name: rule },
      })
    expect(await owner.list()).toMatchObject([{ name: 'Garage' }])
  })

  it('SET-07 is known to open windows at once', async () => {
    const { owner, system } = await garage()
    const before = await owner.watch()
    await before.next('data')
    await owner.rename(system.sn, 'Scheune')
    await before.closed
    const after = await owner.watch()
    const [entry] = currentDataList.parse(JSON.parse((await after.next('data')).data))
    expect(entry?.[system.sn]?.name).toBe('Scheune')
  })

  it("SET-07 is the owner's alone: nobody else sets it", async () => {
    const { owner, system } = await garage()
    const stranger = await people.newOwner()
    expectProblem(await stranger.rename(system.sn, 'Meine'), 404, 'not_found')
    expectProblem(await stranger.rename('9', 'Meine'), 404, 'not_found')
    expect(await owner.list()).toMatchObject([{ name: 'Garage' }])
  })

  it('SET-07 ends with the ownership, however it ends, and the next owner never sees it', async () => {
    const [released, taken, deleted] = [await garage(), await garage(), await garage()]
    const next = await people.newOwner()
    await released.owner.release(released.system.sn)
    await next.add(released.system.code)
    const { id, sn } = taken.system
    const handover = { by: 'handover', former: taken.owner.owner } as const
    await api.db.transaction((sql) =>
      transferOwnership(sql, { system: id, sn, owner: next.owner }, handover, api.now()),
    )
    await removeOwner(api.db, deleted.owner.owner, api.now())
    await next.add(deleted.system.code)
    const owned = [released, taken, deleted].map(({ system }) => ({ sn: system.sn, phase: 1 }))
    expect(await next.list()).toEqual([...owned, expect.anything()])
    for (const { system } of [released, taken, deleted])
      expect(await keptNames(system.id)).not.toContain('Garage')
  })

  it('SET-07 is given 120 times an hour at most, whether or not it is accepted', async () => {
    const { owner } = await garage()
    for (let i = 1; i < 120; i += 1) await owner.rename('9', 'x')
    expectProblem(await owner.rename('9', 'x'), 429, 'too_many_attempts')
  })
})
