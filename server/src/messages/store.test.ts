import { describe, expect, it } from 'vitest'
import { setUpTelemetry } from '../../test/set-up/telemetry.ts'
import { MOST_CODES, messageStore } from './store.ts'

const { db, system } = setUpTelemetry()
const CODE = 'hw'
const ALL = { listed: [], allBut: true }
const at = (minute: number) => new Date(Date.UTC(2026, 5, 18, 9, minute))

/** Inserts a message that was active from minute 10 to minute 20. */
async function withMessage() {
  await db().run(
    'insert into episode (system, code, raised_at, resolved_at, count) values ($1, $2, $3, $4, 1)',
    [...[system().id, CODE, at(10), at(20)]],
  )
  return messageStore(db())
}
const known = (first: number) => ({ system: system().id, since: at(first), first: at(first) })

describe('a message as it is stored', () => {
  it('CHT-10 lasts from its first instant to before its last', async () => {
    const store = await withMessage()
    const during = async (from: number, until: number, first = 0) =>
      (await store.during(known(first), at(from), at(until), 10)).length
    expect([await during(0, 10), await during(0, 11)]).toEqual([0, 1])
    expect([await during(19, 30), await during(20, 30)]).toEqual([1, 0])
    expect([await during(0, 30, 19), await during(0, 30, 20)]).toEqual([1, 0])
  })

  it('ENT-06 AUT-12 that was over when the system changed hands is not the new owner’s', async () => {
    const store = await withMessage()
    const reported = async (first: number) => {
      const others = await store.others([known(first)], ALL, { skip: 0, take: 10, from: 'newest' })
      return [others.length, (await store.counts([known(first)], ALL)).others]
    }
    expect([await reported(19), await reported(20)]).toEqual([
      [1, 1],
      [0, 0],
    ])
  })

  it('F8 CHT-10 is counted among so many codes of its unit and no more', async () => {
    await db().run(
      `insert into episode_count (system, code, episodes)
       select $1, 'x' || lpad(i::text, 6, '0'), 1 from generate_series(1, $2::integer) as i`,
      [system().id, MOST_CODES + 5],
    )
    const { others } = await messageStore(db()).counts([known(0)], ALL)
    expect(others).toBe(MOST_CODES)
  })

  it('SET-06 is exported by who had the system while it stood', async () => {
    const store = await withMessage()
    const exported = async (first: number, last: number) =>
      (await store.after({ ...known(first), last: at(last) }, undefined)).length
    expect([await exported(0, 9), await exported(0, 10)]).toEqual([0, 1])
    expect([await exported(19, 30), await exported(20, 30)]).toEqual([1, 0])
  })
})
