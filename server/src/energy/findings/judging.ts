import { setImmediate as turn } from 'node:timers/promises'
import { learnDay } from '@kellersonne/core/energy/findings/day-so-far'
import type { Judgement } from '@kellersonne/core/energy/findings/judgement'
import { dayAfter, dayOf, startOfDay } from '@kellersonne/core/time/days'
import type { Sql } from '../../platform/db/database.ts'
import { inIsolation } from '../../platform/db/in-isolation.ts'
import { failPart, type OnFault } from '../../platform/jobs/faults.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { readingStore } from '../../telemetry/readings/store.ts'
import { pvYearsOf } from '../forecast/past-now.ts'
import { nextHour } from './hours.ts'
import { judgeSystem, type Known, readPast } from './judge-system.ts'
import { type Check, findingStore, type Judged } from './store.ts'

const SYSTEMS_A_PART = 10
/** More would keep others waiting while they are unpacked. */
const PASTS_AT_ONCE = 3
const DAY_MS = 86_400_000
/** Nights begin three hours after midnight, once days are sealed, and are spread over four hours. */
const NIGHT = { fromMs: 3.25 * 3_600_000, minutes: 240 }
/** A new owner's unit may still be sending its past: in the first week, what cannot be judged yet is looked at each hour. */
const NEW = { forMs: 7 * DAY_MS, againMs: 3_600_000 }
const AFTER_FAULT_MS = 6 * 3_600_000

/** Returns when a system is judged next: in the night to come, or earlier if nothing could be judged and it is new. */
function nextTime({ id, since, time_zone }: OwnedSystem, judged: readonly Judgement[], now: Date): Date {
  const isKnown = judged.some(({ name, verdict }) => name !== 'counter' && verdict !== 'unknown')
  if (!isKnown && now.getTime() - since.getTime() < NEW.forMs) return new Date(now.getTime() + NEW.againMs)
  const spread = NIGHT.fromMs + (id % NIGHT.minutes) * 60_000
  const at = (day: ReturnType<typeof dayOf>) => new Date(startOfDay(day, time_zone).getTime() + spread)
  const today = dayOf(now, time_zone)
  return at(today) > now ? at(today) : at(dayAfter(today))
}

/** What is read of the systems of a part at once; their past is too much for that. */
async function readKnown(
  sql: Sql,
  systems: readonly OwnedSystem[],
): Promise<(system: OwnedSystem) => Omit<Known, 'past'>> {
  const ids = systems.map(({ id }) => id)
  const open = Map.groupBy(await findingStore(sql).open(ids), ({ system }) => system)
  const latest = new Map((await readingStore(sql).latest(ids)).map((one) => [one.system, one]))
  const pvYears = await pvYearsOf(sql, systems)
  return ({ id }) => ({ open: open.get(id) ?? [], latest: latest.get(id), pvYear: pvYears.get(id) })
}

const checkOf = (one: Judgement): Check => ({
  name: one.name,
  verdict: one.verdict,
  why: one.verdict === 'unknown' ? one.why : null,
})

async function judgeOne(sql: Sql, system: OwnedSystem, known: Known, now: Date): Promise<Judged> {
  const store = findingStore(sql)
  const { open } = known
  const { judged, responses } = await judgeSystem(sql, system, known, now)
  const rules = learnDay(responses)
  await store.put(
    system.id,
    judged.filter((one) => one.verdict === 'unusual'),
    now,
  )
  // What is not known now has not ended.
  const usual = new Set(judged.filter(({ verdict }) => verdict === 'usual').map(({ name }) => name))
  await store.end(
    open.filter(({ name }) => usual.has(name)).map(({ id }) => id),
    now,
  )
  return {
    ...{ system: system.id, checks: judged.map(checkOf), dueAt: nextTime(system, judged, now) },
    ...{ rules, hourDueAt: rules.length > 0 ? nextHour(system, now) : null },
  }
}

/**
 * Judges some of the systems that are due; resolves to true if there may be more. Several processes may do this at once. A
 * system that cannot be judged does not keep others from it. Must be called in a transaction.
 */
export async function judgeSystems(sql: Sql, now: Date, onFault: OnFault = failPart): Promise<boolean> {
  const store = findingStore(sql)
  const due = await store.due(now, SYSTEMS_A_PART)
  if (due.length === 0) return (await store.follow(now)) > 0
  await inIsolation(
    sql,
    due,
    async (systems) => {
      const knownOf = await readKnown(sql, systems)
      const judged: Judged[] = []
      for (let first = 0; first < systems.length; first += PASTS_AT_ONCE) {
        const few = systems.slice(first, first + PASTS_AT_ONCE)
        for (const [i, past] of (await readPast(sql, few, now)).entries()) {
          const system = few[i]
          if (system) judged.push(await judgeOne(sql, system, { ...knownOf(system), past }, now))
          await turn()
        }
      }
      await store.judged(judged, now)
    },
    async (system, error) => {
      onFault(system.id, error)
      await store.postpone(system.id, new Date(now.getTime() + AFTER_FAULT_MS))
    },
  )
  return true
}
