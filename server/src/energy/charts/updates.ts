import { type ChartEvent, MAX_EVENTS } from '@kellersonne/contract/energy/events'
import { runsDuring } from '../../firmware/runs/update-facts.ts'
import { receiptToWire } from '../../firmware/runs/wire.ts'
import type { Sql } from '../../platform/db/database.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import type { Bounds } from './messages.ts'

type UpdateEvent = Extract<ChartEvent, { kind: 'update' }>

/**
 * Resolves to updates that were in progress within these bounds and have ended, as far as they are the owner's;
 * without cancelled ones.
 */
export async function updatesDuring(
  sql: Sql,
  system: OwnedSystem,
  bounds: Bounds,
  now: Date,
): Promise<UpdateEvent[]> {
  const runs = await runsDuring(sql, system, bounds, MAX_EVENTS + 1)
  return runs
    .map((run) => receiptToWire(run, { sn: system.sn, by: null, consent: undefined }, now))
    .filter(({ outcome }) => outcome !== 'running' && outcome !== 'cancelled')
    .map(({ sn, asked_at, ended_at, parts }) => ({
      ...{ kind: 'update' as const, sn, from: asked_at, until: ended_at },
      parts: parts.map(({ chip, from, to, state }) => ({ chip, from, to, installed: state === 'finished' })),
    }))
}
