import { serialNumber } from '@kellersonne/contract/systems/systems'
import * as z from 'zod/mini'
import { storedStates } from '../../firmware/runs/action.ts'
import type { Sql } from '../../platform/db/database.ts'
import { VERSIONS } from '../../telemetry/readings/unit-states.ts'

/** The step that a unit had reached when its update ended. */
const steps = ['not_started', 'installing', 'switching_on'] as const

const state = z.object({ state: z.enum(storedStates), count: z.int() })
const cause = z.object({ step: z.enum(steps), reason: z.string(), count: z.int() })
const failure = z.object({
  sn: serialNumber,
  step: z.enum(steps),
  reason: z.string(),
  words: z.nullable(z.string()),
  from: z.nullable(z.string()),
  endedAt: z.date(),
})
const trait = z.object({ trait: z.string(), finished: z.int(), failed: z.int() })

/** How the updates to a release went. Of a system that tried several times the last time counts. */
export type ReleaseReport = {
  /** All updates by state. */
  readonly states: readonly z.output<typeof state>[]
  /** Why updates failed, the most frequent first. */
  readonly causes: readonly z.output<typeof cause>[]
  /** The newest failures: `words` are the unit's last. */
  readonly failures: readonly z.output<typeof failure>[]
  /** What systems have in common, by what became of their updates; where the most failed first. */
  readonly traits: readonly z.output<typeof trait>[]
}

const MOST = 50
const stepOf = `case when started_at is null then 'not_started' when installed_at is null then 'installing'
  else 'switching_on' end`
/** The last ended update of each system to the release $1, but for those that never began. */
const ended = `ended as (
  select distinct on (system) system, state, coalesce(reason, 'unknown') as reason, details, from_version, ended_at,
    ${stepOf} as step
  from update_action where release = $1 and ended_at is not null and state <> 'cancelled'
    and (reason is null or reason not in ('not_started', 'withdrawn'))
  order by system, ended_at desc
)`

/** Resolves to how the updates to a release went. */
export async function releaseReport(sql: Sql, release: number): Promise<ReleaseReport> {
  const states = await sql.rows(
    state,
    'select state, count(*)::integer as count from update_action where release = $1 group by 1 order by 1',
    [release],
  )
  const causes = await sql.rows(
    cause,
    `with ${ended} select step, reason, count(*)::integer as count from ended where state = 'interrupted'
     group by 1, 2 order by 3 desc, 1, 2 limit $2`,
    [release, MOST],
  )
  const failures = await sql.rows(
    failure,
    `with ${ended} select sn, step, reason, details ->> -1 as words, from_version as "from", ended_at as "endedAt"
     from ended join storage_system on id = ended.system where state = 'interrupted'
     order by ended_at desc, sn limit $2`,
    [release, MOST],
  )
  const traits = await sql.rows(
    trait,
    `with ${ended}, ended_with as (
       select ended.state, 'from ' || coalesce(from_version, 'unknown') as trait from ended
       union all
       select ended.state, one.chip || ' ' || one.version from ended join unit_state using (system)
         join release on release.id = $1,
         lateral jsonb_each_text(${VERSIONS}) as one(chip, version)
       where one.chip <> release.chip
       union all
       select ended.state, time_zone from ended join storage_system on id = ended.system
     )
     select trait, count(*) filter (where state = 'finished')::integer as finished,
       count(*) filter (where state = 'interrupted')::integer as failed
     from ended_with group by 1
     order by (count(*) filter (where state = 'interrupted'))::float8 / count(*) desc, count(*) desc, 1 limit $2`,
    [release, MOST],
  )
  return { states, causes, failures, traits }
}
