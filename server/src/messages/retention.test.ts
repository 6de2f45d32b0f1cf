import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { setUpTelemetry } from '../../test/set-up/telemetry.ts'
import { createForgetting } from './retention.ts'

const { db, system, newSystem } = setUpTelemetry()
const MOST = 10
const begun = new Date('2026-06-01T00:00:00Z')
const counts = z.object({
  kept: z.int(),
  open: z.int(),
  first: z.nullable(z.int()),
  counted: z.int(),
  codes: z.int(),
})

/** Inserts so many episodes of a minute each, numbered by their count. */
const fill = (of: number, number: number, code = "'u'") =>
  db().run(
    `insert into episode (system, code, raised_at, resolved_at, count)
     select $1, ${code}, $2::timestamptz + n * interval '1 hour', $2::timestamptz + n * interval '61 minutes', n
     from generate_series(1, $3::integer) as n`,
    [of, begun, number],
  )
/** Forgets until a pass is through; resolves to the number of its parts, and to what is left. */
async function forget(of: number) {
  const forgetSome = createForgetting(MOST)
  let parts = 0
  while (await db().transaction(forgetSome)) parts += 1
  const left = await db().row(
    counts,
    `select count(*)::integer as kept, (count(*) filter (where resolved_at is null))::integer as open,
       min(count) filter (where resolved_at is not null) as first,
       (select coalesce(sum(episodes), 0)::integer from episode_count where system = $1) as counted,
       (select count(*)::integer from episode_count where system = $1) as codes
     from episode where system = $1`,
    [of],
  )
  return { parts, left }
}

describe('messages of a unit', () => {
  it('ENT-06 F8 are so many that are kept, the newest, and counted as they are', async () => {
    const { id } = system()
    await fill(id, MOST)
    expect(await forget(id)).toMatchObject({ parts: 0, left: { kept: MOST, first: 1 } })
    await fill(id, MOST + 5, "'i2'")
    expect(await forget(id)).toEqual({
      parts: 1,
      left: { kept: MOST, open: 0, first: 8, counted: MOST, codes: 2 },
    })
  })

  it('ENT-06 F8 are forgotten in parts, and of one unit after the other', async () => {
    const { id } = system()
    const other = await newSystem()
    await fill(id, 2500 + MOST)
    await fill(other.id, 1 + MOST)
    expect(await forget(id)).toMatchObject({ parts: 4, left: { kept: MOST, first: 2501 } })
    expect(await forget(other.id)).toMatchObject({ parts: 0, left: { kept: MOST, first: 2 } })
  })

  it('ENT-06 F8 are counted where those of a code come and go', async () => {
    const { id } = system()
    await fill(id, 1, "'i'")
    await db().run('delete from episode where system = $1', [id])
    await fill(id, 2, "'i'")
    expect(await forget(id)).toMatchObject({ left: { kept: 2, counted: 2, codes: 1 } })
  })

  it('ENT-06 F8 are never forgotten while they are open', async () => {
    const { id } = system()
    await db().run(
      `insert into episode (system, code, raised_at, resolved_at, count)
       select $1, 'x' || n, $2, null, 1 from generate_series(1, 12) as n`,
      [id, begun],
    )
    await fill(id, 30)
    expect(await forget(id)).toMatchObject({ left: { kept: 12, open: 12, codes: 12 } })
  })
})
