import { type getCounterJumps, MAX_JUMPS } from '@kellersonne/contract/energy/counters'
import type { Answer } from '@kellersonne/contract/shared/endpoint'
import type { Range } from '@kellersonne/core/energy/charts'
import { dayAfter, dayOf, QUARTER_MS } from '@kellersonne/core/time/days'
import { byText } from '@kellersonne/core/units/order'
import type { Sql } from '../../platform/db/database.ts'
import type { Systems } from '../../systems/access.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { jumpsToWire } from './gaps.ts'
import { type Grid, readGrids } from './grid.ts'

const DAYS = 7
const DAY_MS = 86_400_000

/** Resolves to the newest jumps of systems' counters in the last seven days, as far as they are the owner's to see. */
export async function jumpsOf(
  sql: Sql,
  systems: Systems,
  now: Date,
): Promise<Answer<typeof getCounterJumps>> {
  const wanted = { measures: [], extremes: false, energies: true }
  return { jumps: newestJumps(await readGrids(sql, systems, jumpRange(systems[0], now), wanted, now), now) }
}

/** The days that hold the last seven times 24 hours. */
export function jumpRange({ time_zone: timeZone }: Pick<OwnedSystem, 'time_zone'>, now: Date): Range {
  const today = dayOf(now, timeZone)
  return { from: dayAfter(today, -DAYS), until: dayAfter(today), timeZone }
}

/** Returns the newest jumps in grids of such a range. */
export function newestJumps(grids: readonly Grid[], now: Date): Answer<typeof getCounterJumps>['jumps'] {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  // A newer one may still turn out to be a value that was read wrongly.
  const [since, settled] = [before(DAYS * DAY_MS), before(QUARTER_MS)]
  const jumps = grids.flatMap(jumpsToWire).filter(({ until }) => until >= since && until < settled)
  return jumps.toSorted((a, b) => byText(b.until, a.until)).slice(0, MAX_JUMPS)
}
