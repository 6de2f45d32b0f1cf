import { describe, expect, it } from 'vitest'
import { expectProblem } from '../../../test/api.ts'
import { MINUTE, range, updatableUnit } from '../../../test/set-up/updates.ts'
import { endOverdue } from './overdue.ts'

const { begin, last, signInAgain, states, unit, updates } = updatableUnit()

describe('time', () => {
  const overdue = () => updates().db.transaction((sql) => endOverdue(sql, updates().now()))
  async function later(ms: number) {
    updates().clock.skip(ms)
    await signInAgain()
  }

  it.each([
    ['that hangs', 14 * MINUTE, 'started'],
    ['that hangs for too long', 15 * MINUTE, 'interrupted'],
  ])('UPD-13 a download %s', async (_, ms, state) => {
    const id = await begin()
    await unit().download(id, range(0, 9_999))
    await later(ms)
    // Reported correctly even if nobody has stored it yet.
    expect((await states())?.[0]).toBe(state)
    await overdue()
    expect((await states())?.[0]).toBe(state)
    expect(
      (
        await unit()
          .download(id)
          .catch(() => null)
      )?.statusCode ?? 404,
    ).toBe(state === 'started' ? 200 : 404)
  })

  it('UPD-13 a word that comes too late counts for nothing', async () => {
    const id = await begin()
    await unit().download(id)
    await unit().installed(id)
    await later(24 * 60 * MINUTE)
    expectProblem(await unit().succeed(id), 410, 'action_over')
    expect((await last())?.parts[0]).toMatchObject({ state: 'interrupted', reason: 'not_switched_on' })
    expect((await unit().fail(id)).statusCode).toBe(200)
  })

  it('UPD-13 a poll is a sign of life', async () => {
    const id = await begin()
    await unit().download(id, range(0, 9))
    await later(10 * MINUTE)
    await unit().get('')
    await later(10 * MINUTE)
    await overdue()
    expect((await states())?.[0]).toBe('started')
  })
})
