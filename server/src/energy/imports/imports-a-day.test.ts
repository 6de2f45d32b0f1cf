import { MAX_IMPORTS, MAX_IMPORTS_A_DAY } from '@kellersonne/contract/energy/imports'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem } from '../../../test/api.ts'
import { setUpImports } from '../../../test/set-up/imports.ts'

const { api, someone } = setUpImports()
const HEAD = 'at,readings,grid_v_mean,pv_wh,import_wh\n'

describe('imports of one day', () => {
  it('GWY-42 F14 of more than eight on one day, the next is refused and leaves nothing behind', async () => {
    const anna = await someone()
    const at = (quarter: number, day = 14) =>
      `2026-03-${day}T${String(8 + Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}:00.000Z,12,230,125,10\n`
    const made = []
    for (let i = 0; i < MAX_IMPORTS_A_DAY; i += 1) made.push(await anna.make(HEAD + at(i)))
    expectProblem(await anna.send(HEAD + at(MAX_IMPORTS_A_DAY)), 409, 'imports_full')
    expect(await anna.list()).toHaveLength(MAX_IMPORTS_A_DAY)
    await anna.make(HEAD + at(0, 15))
    await anna.undo(made[0]?.id ?? '')
    await anna.make(HEAD + at(MAX_IMPORTS_A_DAY))
  })
})

describe('imports of a former owner', () => {
  it('GWY-42 F14 to the day of the hand-over leave the next owner their eight', async () => {
    const [anna, bert] = [await someone(), await someone()]
    await api().db.run(
      `with former as (
         insert into ownership (system, owner, since, until)
         values ($1, $2, '2025-01-01', '2026-01-01') returning system, since
       ), made as (
         insert into energy_import (system, since, format, start, until, sums, made_at)
         select system, since, 'csv', '2026-03-14', '2026-03-15', '{}', since
         from former, generate_series(1, $3::integer) returning id, system
       ) insert into imported_day (import, system, day, charge_wh)
         select id, system, '2026-03-14Z', array_fill(1, array[96]) from made`,
      [anna.system, bert.owner, MAX_IMPORTS_A_DAY],
    )
    await anna.make(`${HEAD}2026-03-14T08:00:00.000Z,12,230,125,10\n`)
    expect(await anna.list()).toHaveLength(1)
  })
})

describe('imports of an owner who has claimed a system again', () => {
  it('GWY-42 F14 that are taken back are forgotten beyond a hundred, those of the first time too', async () => {
    const anna = await someone()
    await api().db.run(
      `with former as (
         insert into ownership (system, owner, since, until)
         values ($1, $2, '2025-01-01', '2025-02-01') returning system, since
       ) insert into energy_import (system, since, format, start, until, sums, made_at, undone_at)
         select system, since, 'csv', since, since + interval '1 day', '{}', at, at
         from former, generate_series(since, since + interval '1 hour', interval '30 seconds') as at`,
      [anna.system, anna.owner],
    )
    const row = z.object({ kept: z.int() })
    const kept = () =>
      api().db.row(
        row,
        'select count(*) as kept from energy_import where system = $1 and undone_at is not null',
        [anna.system],
      )
    expect(await kept()).toEqual({ kept: 121 })
    await anna.make(`${HEAD}2026-03-14T08:00:00.000Z,12,230,125,10\n`)
    expect(await kept()).toEqual({ kept: MAX_IMPORTS })
  })

  it('GWY-42 F14 that still apply are a thousand with all others, and the refusal says that they are in the way', async () => {
    const anna = await someone()
    await api().db.run(
      `with former as (
         insert into ownership (system, owner, since, until)
         values ($1, $2, '2025-01-01', '2025-02-01') returning system, since
       ) insert into energy_import (system, since, format, start, until, sums, made_at)
         select system, since, 'csv', since, since + interval '1 day', '{}', since
         from former, generate_series(1, $3::integer)`,
      [anna.system, anna.owner, 10 * MAX_IMPORTS - 1],
    )
    await anna.make(`${HEAD}2026-03-14T08:00:00.000Z,12,230,125,10\n`)
    expectProblem(await anna.send(`${HEAD}2026-03-15T08:00:00.000Z,12,230,125,10\n`), 409, 'earlier_full')
    expect(await anna.list()).toHaveLength(1)
  })
})
