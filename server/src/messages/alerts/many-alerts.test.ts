import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { setUpAlerts } from '../../../test/set-up/alerts.ts'
import type { Sql } from '../../platform/db/database.ts'
import { factStore } from './fact-store.ts'
import { judgeDue } from './judging.ts'

const world = setUpAlerts()
const MINUTE = 60_000

/** Resolves to where each alert's row is stored: elsewhere after each write. */
const places = async () => {
  const found = await world().api.db.rows(
    z.object({ place: z.string() }),
    'select ctid::text as place from alert order by subject',
  )
  return found.map(({ place }) => place)
}

describe('an owner with many alerts', () => {
  it('ALR-04 has only those written that change, also while all wait for the morning', async () => {
    const { api, owner, report, pass } = world()
    const { system } = await owner()
    api.clock.skip(12 * 60 * MINUTE)
    await report(system, 'aa bb cc')
    await pass(6)
    const before = await places()
    expect(before).toHaveLength(3)
    await report(system, 'aa bb cc dd')
    await pass(0.2)
    const after = await places()
    expect(after).toHaveLength(4)
    expect(after.slice(0, 3)).toEqual(before)
    // They are still announced when the night is over.
    await pass(10 * 60)
    expect(await world().letters()).toHaveLength(1)
  })

  it('ALR-13 F14 is read and judged with few others', async () => {
    const { api, owner } = world()
    const all = [await owner(), await owner(), await owner()]
    for (const { owner: id, system } of all.slice(0, 2))
      await api.db.run(
        `insert into alert (owner, system, cause, subject, begun_at, standing_since, count, raised_at, rounds)
         select $1, $2, 'warning', 'x' || i, $3, $3, 1, $3, 1 from generate_series(1, 600) as i`,
        [id, system, api.now()],
      )
    api.clock.skip(MINUTE)
    await api.db.run('update alert_owner set due_at = $1', [api.now()])
    const together: number[] = []
    const scene = { now: api.now(), listeningSince: new Date(0), share: null }
    await api.db.transaction((sql) => {
      const observed: Sql = {
        ...sql,
        rows(row, text, values) {
          const [owners] = values ?? []
          if (String(text).includes('standing_since as "activeSince"') && Array.isArray(owners))
            together.push(owners.length)
          return sql.rows(row, text, values)
        },
      }
      return judgeDue(observed, scene)
    })
    expect(together.sort((a, b) => a - b)).toEqual([1, 2])
  })

  it('ALR-04 F14 has nothing read of so long as another was not judged', async () => {
    const { api, owner, report } = world()
    const [away, busy] = [await owner(), await owner()]
    const lastWeek = new Date(api.now().getTime() - 7 * 24 * 60 * MINUTE)
    for (const { system } of [away, busy]) {
      await report(system, 'aa')
      api.clock.skip(1000)
      await report(system, '')
    }
    api.clock.skip(24 * 60 * MINUTE)
    const seen = await factStore(api.db).episodes([
      { id: away.system, judgedAt: lastWeek, alerted: [] },
      { id: busy.system, judgedAt: api.now(), alerted: [] },
    ])
    expect(seen.map(({ system, code }) => [system, code])).toEqual([[away.system, 'aa']])
  })
})
