import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { commandLine } from '../../../test/cli.ts'
import { updatableUnit } from '../../../test/set-up/updates.ts'
import { storedStates } from '../../firmware/runs/action.ts'

const { begin, sn, unit, updates } = updatableUnit()
const run = (...args: string[]) => commandLine(args, { db: updates().db, now: updates().now() })
const listed = async (...more: string[]) =>
  z
    .object({ updates: z.array(z.looseObject({ chip: z.string(), state: z.string() })) })
    .parse(JSON.parse((await run('update', 'list', ...more, '--json')).out))
    .updates.map(({ chip, state }) => `${chip} ${state}`)

describe('an update of two chips', () => {
  it('HND-15 is shown while the second waits for its turn, and after the first was interrupted', async () => {
    const action = await begin()
    expect(await listed()).toEqual(['gateway planned', 'bms waiting'])
    await unit().fail(action)
    expect(await listed()).toEqual(['gateway planned', 'bms interrupted'])
    expect(await listed('--state', 'planned')).toEqual(['gateway planned'])
    expect((await run('system', 'show', sn())).out).toMatch(/gateway +3\.1\.0 +3\.2\.0 +planned/)
    expect(JSON.parse((await run('release', 'show', 'gateway', '3.2.0', '--json')).out)).toMatchObject({
      states: [{ state: 'planned', count: 1 }],
    })
  })

  it('HND-15 has a state that can be shown, whatever the database allows', async () => {
    const [row] = await updates().db.rows(
      z.object({ allowed: z.array(z.string()) }),
      `select array(select (regexp_matches(pg_get_constraintdef(oid), '''(\\w+)''', 'g'))[1]) as allowed
       from pg_constraint where conname = 'update_action_state_check'`,
      [],
    )
    expect(row?.allowed.toSorted()).toEqual(storedStates.toSorted())
  })
})
