import { receipt } from '@kellersonne/contract/firmware/updates'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem } from '../../../test/api.ts'
import { MINUTE, updatableUnit } from '../../../test/set-up/updates.ts'

const { anna, begin, cancel, signInAgain, start, states, status, unit, updates } = updatableUnit()

describe('cancelling', () => {
  it('UPD-12 an update that its unit has not seen is over at once', async () => {
    await start()
    expect(receipt.parse((await cancel()).json())).toMatchObject({ outcome: 'cancelled' })
    expect(await unit().links()).not.toHaveProperty('deploymentBase')
    expect(await unit().links()).not.toHaveProperty('cancelAction')
    expect(await status()).toMatchObject({ new_update: true, page: 0, update_started: false })
    expectProblem(await cancel(), 409, 'no_update')
  })

  it('UPD-12 one that its unit has seen is sent to it, and refused if it begins all the same', async () => {
    const id = await begin()
    const file = unit().fileOf(await unit().offer(id))
    expect((await cancel()).statusCode).toBe(200)
    expectProblem(await unit().feedback(id, { execution: 'proceeding' }), 410, 'action_over')
    expectProblem(await unit().get(file), 410, 'action_over')
    const again = await begin()
    expect(again).toBe('')
    expect((await unit().links()).cancelAction?.href).toMatch(new RegExp(`/cancelAction/${id}$`))
    expect((await unit().get(`/cancelAction/${id}`)).json()).toEqual({ id, cancelAction: { stopId: id } })
    expect((await unit().cancelled(id)).statusCode).toBe(200)
    expect((await unit().cancelled(id)).statusCode).toBe(200)
    expect(await unit().action()).not.toBe(id)
  })

  it('UPD-07 one that has begun goes on', async () => {
    const id = await begin()
    await unit().feedback(id, { execution: 'proceeding' })
    expectProblem(await cancel(), 409, 'update_started')
    expectProblem(await unit().cancelled(id), 410, 'action_over')
    expect(await states()).toEqual(['started', null])
  })

  it('UPD-13 one that is past its deadline is over, and says so', async () => {
    await begin()
    updates().clock.skip(61 * MINUTE)
    await signInAgain()
    expectProblem(await cancel(), 409, 'no_update')
    const noted = await updates().db.rows(
      z.object({ state: z.string(), reason: z.nullable(z.string()) }),
      'select state, reason from update_action where system = $1 order by part',
      [anna().system],
    )
    expect(noted[0]).toEqual({ state: 'interrupted', reason: 'not_started' })
  })

  it('UPD-12 that its unit never confirms blocks nothing for long', async () => {
    const id = await begin()
    await unit().offer(id)
    await cancel()
    expect(await begin()).toBe('')
    updates().clock.skip(10 * MINUTE)
    await signInAgain()
    expect(await unit().links()).not.toHaveProperty('cancelAction')
    const next = (await unit().action()) ?? ''
    expect(Number(next)).toBeGreaterThan(Number(id))
    await unit().download(next)
    expect((await states())?.[0]).toBe('started')
  })

  it('UPD-12 at the first byte it is one or the other, and both sides agree', async () => {
    for (let i = 0; i < 5; i += 1) {
      await updates().forgive()
      const id = await begin()
      const file = unit().fileOf(await unit().offer(id))
      const [image, cancelled] = await Promise.all([unit().get(file), cancel()])
      const won = cancelled.statusCode === 200
      expect(image.statusCode).toBe(won ? 410 : 200)
      expect(await states()).toEqual([won ? 'cancelled' : 'started', null])
      await (won ? unit().cancelled(id) : unit().fail(id))
    }
  })
})
