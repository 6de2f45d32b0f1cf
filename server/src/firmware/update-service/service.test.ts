import { eventually } from '@kellersonne/testing/eventually'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem } from '../../../test/api.ts'
import { updatingOwners } from '../../../test/set-up/updates.ts'

const { anna, ask, berta, foreign, mine, other, signInAgain, updates } = updatingOwners()
const MINUTE = 60_000

describe('whether there is an update', () => {
  it('API-10 UPD-08 says what there is, chip by chip', async () => {
    expect((await ask()).json()).toEqual({
      ...{ new_update: true, update_started: false, update_waiting: false, page: 0, total_updates: 2 },
      updates: { bms: { new_update: true }, gateway: { new_update: true } },
    })
    expect((await ask(other())).json()).toEqual({
      ...{
        new_update: false,
        update_started: false,
        update_waiting: false,
        page: 0,
        total_updates: 0,
        updates: {},
      },
    })
  })

  it('API-10 follows the newest run of this system, though another system has a newer one', async () => {
    const fail = async () => {
      const unit = updates().unit(mine())
      await unit.fail((await unit.action()) ?? '')
    }
    await updates().start(anna().cookie, mine())
    await fail()
    await updates().start(anna().cookie, mine())
    await updates().start(berta().cookie, foreign())
    expect((await ask()).json()).toMatchObject({ page: 0 })
    await fail()
    expect((await ask()).json()).toMatchObject({ page: -1 })
  })

  it('API-10 UPD-09 says that an update has ended as soon as its time is over, before that is stored', async () => {
    await updates().start(anna().cookie, mine())
    const unit = updates().unit(mine())
    await unit.download((await unit.action()) ?? '')
    expect((await ask()).json()).toMatchObject({ update_started: true, page: 90 })
    updates().clock.skip(14 * MINUTE)
    await signInAgain()
    expect((await ask()).json()).toMatchObject({ page: 90 })
    updates().clock.skip(2 * MINUTE)
    expect((await ask()).json()).toMatchObject({ update_started: false, page: -1 })
  })

  it('API-08 the main service lists those of the caller that have one', async () => {
    const list = () => updates().get('/api/v1/has_update?sn=1', anna().access)
    const all = z.record(z.string(), z.looseObject({ page: z.int() })).parse((await list()).json())
    expect(Object.keys(all)).toEqual([mine()])
    expectProblem(await updates().get('/api/v1/has_update?sn=1'), 401, 'session_required')
  })

  it('ENT-02 DSH-09 V16 the current data say the same, and change with it', async () => {
    const data = async () =>
      z
        .array(z.record(z.string(), z.looseObject({})))
        .parse((await updates().get('/api/auth/data/', anna().access)).json())
        .find((entry) => mine() in entry)?.[mine()]
    expect(await data()).toMatchObject({
      ...{
        updatable: true,
        avalable_updates: 2,
        total_updates: 2,
        ...{ update_started: false, update_waiting: false },
        update_progress: 0,
      },
    })
    await updates().start(anna().cookie, mine())
    await eventually(async () => expect(await data()).toMatchObject({ update_waiting: true }))
    const id = (await updates().unit(mine()).action()) ?? ''
    await updates().unit(mine()).download(id)
    await eventually(async () =>
      expect(await data()).toMatchObject({
        ...{ update_started: true, update_waiting: false, update_progress: 90 },
      }),
    )
    await updates().unit(mine()).installed(id)
    await eventually(async () =>
      expect(await data()).toMatchObject({ avalable_updates: 1, total_updates: 2, update_progress: 100 }),
    )
  })
})
