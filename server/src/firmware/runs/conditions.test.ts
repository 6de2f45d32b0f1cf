import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { updatingOwners } from '../../../test/set-up/updates.ts'
import { systemUpdates } from './system-updates.ts'

const { anna, berta, foreign, mine, updates } = updatingOwners()
const set = (chip: string, conditions: object) =>
  updates().db.run('update release set conditions = $2 where chip = $1', [chip, conditions])
afterEach(() => updates().db.run(`update release set conditions = '{}', per_day = null`))

describe('the conditions of a release', () => {
  /** The chips that Anna's system is offered, as of a start. */
  const offered = () =>
    updates().db.transaction(async (sql) => {
      const since = new Date(0)
      const system = { id: anna().systems[0] ?? 0, sn: mine(), since, visible_from: since }
      const [known] = await systemUpdates(sql, [system], updates().now())
      return known?.offers.map(({ chip }) => chip)
    })

  it.each([
    [{ requires: [{ chip: 'gateway', comparison: '>=', version: '3.1' }] }, ['bms', 'gateway']],
    [{ requires: [{ chip: 'gateway', comparison: '>=', version: '3.2' }] }, ['gateway']],
    [{ timeZones: ['Europe/Berlin'] }, ['bms', 'gateway']],
    [{ timeZones: ['Europe/Lisbon'] }, ['gateway']],
  ])('HND-18 HND-19 %j are met by what the unit told, or it is not offered', async (conditions, chips) => {
    await set('bms', conditions)
    expect(await offered()).toEqual(chips)
  })

  it('HND-18 of so many a day holds when two owners start at once', async () => {
    await updates().db.run('update release set per_day = 1')
    await updates().db.run('update firmware_update set asked_at = $1', [new Date(0)])
    const answers = await Promise.all([
      updates().start(anna().cookie, mine()),
      updates().start(berta().cookie, foreign()),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const started = await updates().db.rows(
      z.object({ system: z.int() }),
      `select distinct update_action.system from update_action join release on release.id = release
       where chip = 'bms' and ended_at is null and update_action.system = any($1)`,
      [[...anna().systems, ...berta().systems]],
    )
    expect(started).toHaveLength(1)
  })
})
