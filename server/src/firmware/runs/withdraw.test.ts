import { eventually } from '@kellersonne/testing/eventually'
import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem } from '../../../test/api.ts'
import { connectionsWaiting } from '../../../test/database/locks.ts'
import { range, SIZE, updatableUnit } from '../../../test/set-up/updates.ts'
import { releaseStore } from '../releases/store.ts'
import { withdrawRelease } from './withdraw.ts'

const { anna, begin, last, start, states, status, unit, updates } = updatableUnit()
beforeEach(() => updates().db.run('update release set withdrawn_at = null'))

const withdraw = async (chip: string) => {
  const { db, now } = updates()
  const [release] = await releaseStore(db).ofChip(chip)
  return release && db.transaction((sql) => withdrawRelease(sql, release, now()))
}
const reasons = async () => (await last())?.parts.map(({ reason }) => reason)

describe('withdrawing a release', () => {
  it('HND-16 calls back what waits, informs its unit, and offers the rest alone', async () => {
    const id = await begin()
    const file = unit().fileOf(await unit().offer(id))
    expect(await withdraw('bms')).toEqual({ calledBack: 1, goOn: 0 })
    expect([await states(), await reasons()]).toEqual([
      ['interrupted', null],
      ['withdrawn', null],
    ])
    expectProblem(await unit().get(file), 410, 'action_over')
    expect((await unit().links()).cancelAction?.href).toMatch(new RegExp(`/cancelAction/${id}$`))
    expect((await unit().get(`/cancelAction/${id}`)).statusCode).toBe(200)
    expect((await unit().cancelled(id)).statusCode).toBe(200)
    expect(await unit().links()).not.toHaveProperty('cancelAction')
    updates().clock.skip(1000)
    expect(await status()).toMatchObject({ new_update: true, page: -1, total_updates: 1 })
    expect(await withdraw('bms')).toBeNull()
  })

  it('HND-16 in the middle of a download ends it, and nothing is half done', async () => {
    const id = await begin()
    expect((await unit().download(id, range(0, SIZE / 2 - 1))).statusCode).toBe(206)
    expect(await withdraw('bms')).toEqual({ calledBack: 1, goOn: 0 })
    expect(await reasons()).toEqual(['withdrawn', null])
    const file = `/softwaremodules/${id}/artifacts/bms-2.5.0.swu`
    expectProblem(await unit().get(file, range(SIZE / 2)), 410, 'action_over')
    expectProblem(await unit().succeed(id), 410, 'action_over')
    expect((await unit().links()).cancelAction?.href).toMatch(new RegExp(`/cancelAction/${id}$`))
  })

  it('HND-16 leaves a unit that has the whole image to its installation', async () => {
    const id = await begin()
    await unit().download(id)
    expect(await withdraw('bms')).toEqual({ calledBack: 0, goOn: 1 })
    expect((await unit().succeed(id)).statusCode).toBe(200)
    expect(await states()).toEqual(['finished', 'waiting'])
  })

  it('HND-16 takes a planned turn away from an update under way, which ends with the chip it is at', async () => {
    const id = await begin()
    await unit().download(id)
    expect(await withdraw('gateway')).toEqual({ calledBack: 1, goOn: 0 })
    expect(await states()).toEqual(['started', 'interrupted'])
    expect(await status()).toMatchObject({
      update_started: true,
      updates: { bms: { new_update: true }, gateway: { new_update: false } },
    })
    await unit().succeed(id)
    expect(await last()).toMatchObject({ outcome: 'partly' })
    expect([await states(), await unit().action()]).toEqual([['finished', 'interrupted'], null])
  })

  it('HND-16 leaves a start that comes at the same time nothing to begin', async () => {
    const { db, now } = updates()
    const [release] = await releaseStore(db).ofChip('bms')
    const begun = await db.transaction(async (sql) => {
      if (release) await withdrawRelease(sql, release, now())
      const starting = start()
      await eventually(async () => expect(await connectionsWaiting(db)).toBe(1))
      return { starting }
    })
    expectProblem(await begun.starting, 409, 'consent_missing')
    expect(await states()).toBeUndefined()
  })

  it('HND-16 does not count against the release', async () => {
    await begin()
    await withdraw('bms')
    const { db } = updates()
    expect(
      await db.rows(
        z.object({ n: z.int() }),
        'select count(*)::int as n from release where paused_at is not null',
      ),
    ).toEqual([{ n: 0 }])
  })

  it('HND-16 of a chip in the middle keeps those after it from their turn', async () => {
    await updates().release('inverter', '2.0.0')
    await updates().report(anna().system, { bms: '2.4.0', inverter: '1.0.0', gateway: '3.1.0' })
    updates().clock.skip(1000)
    const id = await begin()
    await unit().download(id)
    await withdraw('inverter')
    await unit().succeed(id)
    expect([await states(), await unit().action()]).toEqual([['finished', 'interrupted', null], null])
  })
})
