import { type getCounterJumps, MAX_JUMPS } from '@kellersonne/contract/energy/counters'
import type { Answer } from '@kellersonne/contract/shared/endpoint'
import { dayAfter, dayOf, QUARTER_MS } from '@kellersonne/core/time/days'
import { byText } from '@kellersonne/core/units/order'
import type { Sql } from '../../platform/db/database.ts'
import type { Systems } from '../../systems/access.ts'
import { jumpsToWire } from './gaps.ts'
import { readGrids } from './grid.ts'

const DAYS = 7
const DAY_MS = 86_400_000

/** Resolves to the newest jumps of systems' counters in the last seven days, as far as they are the owner's to see. */
export async function jumpsOf(
  sql: Sql,
  systems: Systems,
  now: Date,
): Promise<Answer<typeof getCounterJumps>> {
  const { time_zone: timeZone } = systems[0]
  const today = dayOf(now, timeZone)
  const range = { from: dayAfter(today, -DAYS), until: dayAfter(today), timeZone }
  const grids = await readGrids(sql, systems, range, { measures: [], extremes: false, energies: true }, now)
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  // A newer one may still turn out to be a value that was read wrongly.
  const [since, settled] = [before(DAYS * DAY_MS), before(QUARTER_MS)]
  const jumps = grids.flatMap(jumpsToWire).filter(({ until }) => until >= since && until < settled)
  return { jumps: jumps.toSorted((a, b) => byText(b.until, a.until)).slice(0, MAX_JUMPS) }
}
