import { serialNumber } from '@kellersonne/contract/systems/systems'
import { eventually } from '@kellersonne/testing/eventually'
import { afterEach, describe, expect, it } from 'vitest'
import { expectProblem } from '../../../test/api.ts'
import { connectionsWaiting } from '../../../test/database/locks.ts'
import { updatingOwners } from '../../../test/set-up/updates.ts'
import { releaseStore } from '../releases/store.ts'
import { cancelSystemUpdate } from './start-and-cancel.ts'
import { systemUpdates } from './system-updates.ts'

const { anna, berta, mine, updates } = updatingOwners()
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
  ])(
    'HND-18 HND-19 %j are met by what the unit reported, or it is not offered',
    async (conditions, chips) => {
      await set('bms', conditions)
      expect(await offered()).toEqual(chips)
    },
  )

  it('HND-18 so many a day are not used up by chips that never have their turn', async () => {
    const { clock, db, now, start } = updates()
    await db.run('update release set per_day = 1')
    await db.run('update firmware_update set asked_at = $1', [new Date(0)])
    const hasRoom = async () => (await releaseStore(db).offered(now())).map(({ chip }) => chip)
    expect(await hasRoom()).toEqual(['bms', 'gateway'])
    await start(anna().cookie, mine())
    expect(await hasRoom()).toEqual([])
    await cancelSystemUpdate(db, serialNumber.parse(mine()), anna(), now())
    expect(await hasRoom()).toEqual(['bms', 'gateway'])
    await start(anna().cookie, mine())
    const unit = updates().unit(mine())
    const id = (await unit.action()) ?? ''
    await unit.download(id)
    expect(await hasRoom()).toEqual([])
    await unit.fail(id)
    expect(await hasRoom()).toEqual(['gateway'])
    clock.skip(24 * 3_600_000)
    expect(await hasRoom()).toEqual(['bms', 'gateway'])
  })

  it('HND-18 of so many a day holds when two owners start at once', async () => {
    const { db, now, start } = updates()
    await db.run('update release set per_day = 1')
    await db.run('update firmware_update set asked_at = $1', [new Date(0)])
    const [bms] = await releaseStore(db).ofChip('bms')
    const begun = await db.transaction(async (sql) => {
      expect(await releaseStore(sql).lockOffered([bms?.id ?? 0], now())).toBe(true)
      const starting = start(anna().cookie, mine())
      await eventually(async () => expect(await connectionsWaiting(db)).toBe(1))
      await sql.run(
        `with run as (insert into firmware_update (system, since, asked_at)
           select system, since, $2 from ownership where system = $1 returning id)
         insert into update_action (system, firmware_update, part, release, state) select $1, id, 1, $3, 'planned' from run`,
        [berta().systems[0], now(), bms?.id],
      )
      return { starting }
    })
    expectProblem(await begun.starting, 409, 'consent_missing')
  })
})
