import { describe, expect, it } from 'vitest'
import { commanding } from '../../test/commanding.ts'
import { commandStore } from './store.ts'

const { api, given, unit } = commanding()

/** A command that waits, by its times in ms. */
async function waiting() {
  const { id, asked_at, deadline } = await given()
  return { id, at: Date.parse(asked_at), deadline: Date.parse(deadline ?? '') }
}

describe('a command as it is stored', () => {
  it('PRD-04 is sent until its deadline, and is overdue from then on', async () => {
    const { deadline } = await waiting()
    const store = commandStore(api().db)
    const each = async (at: number) => {
      const now = new Date(at)
      return [(await store.waiting(null, now)).length, (await store.holdOverdue(now, 1)).length]
    }
    expect([await each(deadline - 1), await each(deadline)]).toEqual([
      [1, 0],
      [0, 1],
    ])
  })

  it('CHT-10 belongs to the time that begins with it, not to the one that ends there', async () => {
    const { at } = await waiting()
    const since = new Date('2026-01-01T00:00:00Z')
    const during = async (from: number, until: number) =>
      (await commandStore(api().db).during(unit(), since, new Date(from), new Date(until), 10)).length
    expect([await during(at, at + 1), await during(at - 1, at), await during(at + 1, at + 2)]).toEqual([
      1, 0, 0,
    ])
  })
})
