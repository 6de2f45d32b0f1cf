import type { ChartEvent } from '@kellersonne/contract/energy/events'
import { MAX_EVENTS } from '@kellersonne/contract/energy/events'
import { messageStore } from '../../messages/store.ts'
import { messageToWire } from '../../messages/wire.ts'
import type { Sql } from '../../platform/db/database.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { statesWithin } from '../../telemetry/readings/states.ts'

type MessageEvent = Extract<ChartEvent, { kind: 'message' }>
export type Bounds = { readonly start: Date; readonly end: Date }

/** Resolves to messages active at any time in these bounds, without mere states, as far as they are the owner's. */
export async function messagesDuring(
  sql: Sql,
  systems: readonly OwnedSystem[],
  { start, end }: Bounds,
): Promise<MessageEvent[]> {
  const states = await statesWithin(
    sql,
    systems.map((system) => ({ system: system.id, since: system.visible_from, until: null })),
  )
  const found = await Promise.all(
    systems.map(async (system) => {
      const known = states.find((one) => one.system === system.id)
      if (!known) return []
      const episodes = await messageStore(sql).during(known, start, end, MAX_EVENTS + 1)
      return episodes.map((episode) => messageToWire(episode, { ...system, until: null }))
    }),
  )
  return found.flat().map(({ sn, code, severity, raised_at, resolved_at, count }) => ({
    ...{ kind: 'message' as const, sn, code, severity, count },
    from: raised_at,
    until: resolved_at,
  }))
}
