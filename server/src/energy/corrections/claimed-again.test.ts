import { MAX_CORRECTIONS } from '@kellersonne/contract/energy/corrections'
import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem } from '../../../test/api.ts'
import { setUpCorrections, wrong } from '../../../test/set-up/corrections.ts'

const { api, systems, make, undo, post, listed } = setUpCorrections()
const FORMER = '2025-11-01'
const system = () => systems()[0] ?? 0

/** The owner has had the system once before. */
beforeEach(async () => {
  await api().db.run(
    `insert into ownership (system, owner, since, until) select system, owner, $2, '2025-11-20' from ownership
     where system = $1 and until is null on conflict do nothing`,
    [system(), FORMER],
  )
})

/** Adds so many corrections of the former ownership, the nth of them made, and undone if they are, n minutes later. */
const fill = (number: number, { undone = false } = {}) =>
  api().db.run(
    `insert into correction (system, since, counter, start, before, made_at, undone_at)
     select $1, $2::timestamptz, 'pv', '2025-11-10', 5, made_at, case when $4 then made_at end
     from generate_series(1, $3::integer) as n, lateral (select $2::timestamptz + n * interval '1 minute' as made_at) as made`,
    [system(), FORMER, number, undone],
  )
const kept = async (since: string) =>
  (
    await api().db.row(
      z.object({ kept: z.int() }),
      'select count(*) as kept from correction where system = $1 and since = $2',
      [system(), since],
    )
  )?.kept

describe('corrections of an owner who has claimed a system again', () => {
  it('ENE-06 F8 that are undone are forgotten beyond so many, those of the first time too', async () => {
    await fill(MAX_CORRECTIONS + 20, { undone: true })
    await undo((await make(wrong('09:00', '10:00'))).id)
    expect(await kept(FORMER)).toBe(MAX_CORRECTIONS)
    await make(wrong('09:00', '11:00'))
    expect(await kept(FORMER)).toBe(MAX_CORRECTIONS - 1)
    expect(await listed()).toHaveLength(2)
  })

  it('ENE-06 F8 that apply stay, up to ten times as many as may apply at a time', async () => {
    await fill(10 * MAX_CORRECTIONS - 1)
    await make(wrong('09:00', '10:00'))
    expectProblem(await post('/api/auth/correction/', wrong('09:00', '11:00')), 409, 'earlier_full')
    await undo((await listed())[0]?.id ?? '')
    await make(wrong('09:00', '11:00'))
    expect(await kept(FORMER)).toBe(10 * MAX_CORRECTIONS - 1)
  })
})
