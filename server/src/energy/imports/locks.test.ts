import { eventually } from '@kellersonne/testing/eventually'
import { describe, expect, it } from 'vitest'
import { expectProblem } from '../../../test/api.ts'
import { connectionsWaiting } from '../../../test/database/locks.ts'
import { setUpImports } from '../../../test/set-up/imports.ts'
import { sessionStore } from '../../identity/sessions/store.ts'
import type { Sql } from '../../platform/db/database.ts'
import { lockOwner } from '../../systems/owners.ts'

const { api, someone } = setUpImports()
type Someone = Awaited<ReturnType<typeof someone>>
const FILE = 'at,readings,grid_v_mean,pv_wh,import_wh\n2026-03-14T09:00:00.000Z,12,230,125,\n'
const isWaiting = () => eventually(async () => expect(await connectionsWaiting(api().db)).toBe(1))

async function pass(sql: Sql, system: number, buyer: string) {
  const at = '2026-06-18T11:00Z'
  await sql.run('update ownership set until = $2 where system = $1', [system, at])
  await sql.run('insert into ownership (system, owner, since) values ($1, $2, $3)', [system, buyer, at])
}

describe('an import', () => {
  it('GWY-42 keeps nobody waiting for its owner while it compares a file with what is stored', async () => {
    const anna = await someone()
    const made = await api().db.transaction(async (sql) => {
      await sql.run('lock table sealed_day in access exclusive mode')
      const made = anna.send(FILE)
      await isWaiting()
      await sql.run(`set local lock_timeout = '500ms'`)
      await lockOwner(sql, anna.owner)
      return { made }
    })
    expect((await made.made).statusCode).toBe(200)
  })

  it('GWY-42 API-14 keeps nobody waiting for its owner or the ownership while it stores what is new', async () => {
    const anna = await someone()
    const made = await api().db.transaction(async (sql) => {
      await sql.run('lock table imported_day in share mode')
      const made = anna.send(FILE)
      await isWaiting()
      await sql.run(`set local lock_timeout = '500ms'`)
      await lockOwner(sql, anna.owner)
      await sql.run('select from ownership where owner = $1 for update', [anna.owner])
      return { made }
    })
    expect((await made.made).statusCode).toBe(200)
    expect(await anna.list()).toMatchObject([{ energies: { pv: 125 } }])
  })

  it('GWY-42 of a system that somebody else has claimed meanwhile leaves nothing behind', async () => {
    const anna = await someone()
    const ben = await someone()
    const made = await api().db.transaction(async (sql) => {
      await sql.run('lock table imported_day in share mode')
      const made = anna.send(FILE)
      await isWaiting()
      await pass(sql, anna.system, ben.owner)
      return { made }
    })
    expectProblem(await made.made, 404, 'not_found')
    expect(await api().db.run('select from imported_day where system = $1', [anna.system])).toBe(0)
  })

  it.each<[string, number, (sql: Sql, one: Someone, buyer: Someone) => Promise<unknown>]>([
    ['a session that ends', 401, (sql, { owner }) => sessionStore(sql).endAll(owner)],
    [
      'the owner of a system that somebody else has',
      404,
      (sql, { system }, { owner }) => pass(sql, system, owner),
    ],
  ])('GWY-42 is not taken back by %s meanwhile', async (_, status, end) => {
    const [anna, ben] = [await someone(), await someone()]
    const { id } = await anna.make(FILE)
    const { undone } = await api().db.transaction(async (sql) => {
      await lockOwner(sql, anna.owner)
      const undone = anna.undo(id)
      await isWaiting()
      await end(sql, anna, ben)
      return { undone }
    })
    expect((await undone).statusCode).toBe(status)
    const applies = 'select from energy_import where id = $1 and undone_at is null'
    expect(await api().db.run(applies, [id])).toBe(1)
  })

  it('GWY-42 compares a file anew if another was imported meanwhile, and adds nothing twice', async () => {
    const anna = await someone()
    await anna.make(FILE)
    const [first] = await anna.list()
    await anna.undo(first?.id ?? '')
    const second = await api().db.transaction(async (sql) => {
      await sql.run('select from ownership where owner = $1 for no key update', [anna.owner])
      const second = anna.send(FILE)
      await isWaiting()
      await sql.run(
        `with again as (update energy_import set undone_at = null where id = $1 returning id, system)
         insert into imported_day (import, system, day, pv_wh)
         select id, system, '2026-03-14Z', array_fill(null::integer, array[36]) || 125 || array_fill(null::integer, array[59]) from again`,
        [first?.id],
      )
      return { second }
    })
    expectProblem(await second.second, 409, 'import_empty')
  })
})
