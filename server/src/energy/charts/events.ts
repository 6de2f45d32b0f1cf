import { type ChartEvent, type getEvents, MAX_EVENTS } from '@kellersonne/contract/energy/events'
import type { Answer } from '@kellersonne/contract/shared/endpoint'
import { boundsOf, type Range } from '@kellersonne/core/energy/charts'
import { byText } from '@kellersonne/core/units/order'
import { commandStore } from '../../control/store.ts'
import type { Sql } from '../../platform/db/database.ts'
import type { Systems } from '../../systems/access.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { calibrationsOf } from '../../telemetry/readings/states.ts'
import { sealedStore } from '../../telemetry/sealing/store.ts'
import { correctionStore } from '../corrections/store.ts'
import { correctionToWire } from '../corrections/wire.ts'
import { outagesOf, readGrids } from './grid.ts'
import { type Bounds, messagesDuring } from './messages.ts'
import { updatesDuring } from './updates.ts'

const later = (a: Date, b: Date) => (a > b ? a : b)
const instant = (at: Date | null) => at?.toISOString() ?? null

async function commandsDuring(sql: Sql, { id, sn, since }: OwnedSystem, { start, end }: Bounds) {
  const commands = await commandStore(sql).during(id, since, start, end, MAX_EVENTS + 1)
  return commands.map(({ name, state, askedAt, endedAt }) => ({
    ...{ kind: 'command' as const, sn, command: name, state },
    from: instant(askedAt),
    until: instant(endedAt),
  }))
}

async function calibrationsDuring(sql: Sql, { id, sn, visible_from }: OwnedSystem, { start, end }: Bounds) {
  const found = await calibrationsOf(sql, id, later(start, visible_from), end, MAX_EVENTS + 1)
  return found.map(({ at }) => ({
    ...{ kind: 'calibration' as const, sn },
    from: instant(at),
    until: instant(at),
  }))
}

/** As many as the range has days, at most. */
async function lateDuring(sql: Sql, { id, sn, visible_from }: OwnedSystem, { start, end }: Bounds) {
  const found = await sealedStore(sql).late(id, later(start, visible_from), end)
  return found.map((day) => ({
    ...{ kind: 'late' as const, sn },
    from: instant(day.start),
    until: instant(day.until),
    heard_at: day.lastSeenAt.toISOString(),
  }))
}

async function correctionsDuring(sql: Sql, { id, since, visible_from }: OwnedSystem, { start, end }: Bounds) {
  const found = await correctionStore(sql).during(id, since, later(start, visible_from), end)
  return found.map((one) => {
    const { sn, counter, from, until, before, after } = correctionToWire(one)
    return { kind: 'correction' as const, sn, from, until: until ?? from, counter, before, after }
  })
}

async function outagesIn(sql: Sql, systems: Systems, range: Range, now: Date) {
  const grids = await readGrids(sql, systems, range, { measures: [], extremes: false, energies: false }, now)
  return grids.flatMap((grid) =>
    outagesOf(grid, now, MAX_EVENTS + 1).map(({ from, until }) => ({
      ...{ kind: 'offline' as const, sn: grid.system.sn },
      from: instant(from),
      until: instant(until),
    })),
  )
}

const byTime = (a: ChartEvent, b: ChartEvent) => byText(a.from ?? '', b.from ?? '')

/** Resolves to the events of systems in a range, as far as the systems were the owner's; oldest first. */
export async function eventsOf(
  sql: Sql,
  systems: Systems,
  range: Range,
  now: Date,
): Promise<Answer<typeof getEvents>> {
  const bounds = boundsOf(range)
  const each = <T>(of: (sql: Sql, system: OwnedSystem, bounds: Bounds) => Promise<T[]>) =>
    Promise.all(systems.map((system) => of(sql, system, bounds)))
  const [messages, outages, commands, calibrations, late, updates, corrections] = await Promise.all([
    messagesDuring(sql, systems, bounds),
    outagesIn(sql, systems, range, now),
    each(commandsDuring),
    each(calibrationsDuring),
    each(lateDuring),
    each((...asked) => updatesDuring(...asked, now)),
    each(correctionsDuring),
  ])
  const events: ChartEvent[] = [
    ...[...messages, ...outages],
    ...[...commands.flat(), ...calibrations.flat(), ...late.flat(), ...updates.flat(), ...corrections.flat()],
  ]
  events.sort(byTime)
  return { events: events.slice(0, MAX_EVENTS), more: events.length > MAX_EVENTS }
}
