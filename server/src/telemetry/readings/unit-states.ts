import { type StatePayload, storedState } from '@kellersonne/contract/telemetry/device'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared.ts'

type Field = Exclude<keyof StatePayload, 'sn' | 'at'>
/** The time of the newest state that had the field, in ms, and the field's value in it. */
const reported = <V extends z.ZodMiniType>(value: V) => z.optional(z.tuple([z.int(), value]))
const { shape } = storedState
/** The newest value of each field of a unit's state. Fields that it never sent are missing. */
export const reportedFields = z.object({
  status: reported(shape.status),
  battery_status: reported(shape.battery_status),
  calibration_days: reported(shape.calibration_days),
  capacity_wh: reported(shape.capacity_wh),
  message1: reported(shape.message1),
  message2: reported(shape.message2),
  errors: reported(shape.errors),
  display: reported(shape.display),
  versions: reported(shape.versions),
  sensors: reported(shape.sensors),
  battery: reported(shape.battery),
  capabilities: reported(shape.capabilities),
})
type ReportedFields = z.output<typeof reportedFields>
const fields = Object.keys(reportedFields.shape)

/** Properties of the unit itself, which stay when its owner changes. All other fields belong to the owner of their time. */
const ofUnit: ReadonlySet<Field> = new Set(['versions', 'capacity_wh', 'capabilities', 'battery'])

/**
 * The state of a unit: the newest value of each field, from whichever state it came. Unknown is null, also a list of
 * messages: an empty one says that it has none. Unknown versions and sensors are empty.
 */
export type UnitState = Required<{
  [F in Field]: F extends 'display' | 'versions' | 'sensors'
    ? NonNullable<StatePayload[F]>
    : Exclude<StatePayload[F], undefined>
}>

/** Returns what an owner since `since` may see: a former owner's time leaves them nothing but properties of the unit. */
export function stateSince(reported: ReportedFields, since: Date): UnitState | null {
  const own = <V>(field: Field, one: readonly [number, V?] | undefined): V | undefined =>
    one && (ofUnit.has(field) || one[0] >= since.getTime()) ? one[1] : undefined
  const status = own('status', reported.status)
  if (status === undefined) return null
  return {
    status,
    battery_status: own('battery_status', reported.battery_status) ?? null,
    calibration_days: own('calibration_days', reported.calibration_days) ?? null,
    capacity_wh: own('capacity_wh', reported.capacity_wh) ?? null,
    message1: own('message1', reported.message1) ?? null,
    message2: own('message2', reported.message2) ?? null,
    errors: own('errors', reported.errors) ?? null,
    display: own('display', reported.display) ?? 'normal',
    versions: own('versions', reported.versions) ?? {},
    sensors: own('sensors', reported.sensors) ?? [],
    battery: own('battery', reported.battery) ?? null,
    capabilities: own('capabilities', reported.capabilities) ?? null,
  }
}

/** SQL of the versions in `unit_state`, by chip: none where a unit has reported none, or no longer knows them. */
export const VERSIONS = `coalesce(nullif(unit_state.told -> 'versions' -> 1, 'null'), '{}')`

type ReportedState = { readonly system: number; readonly state: StatePayload }

/** Merges one system's states, so that the newest value of each field stays. `states`: ordered by time. */
const lastReported = (states: readonly ReportedState[]): Record<string, readonly [number, unknown]> =>
  Object.fromEntries(
    states.flatMap(({ state: { at, sn: _, ...state } }) =>
      Object.entries(state).flatMap(([field, value]) =>
        fields.includes(field) && value !== undefined ? [[field, [at.getTime(), value]]] : [],
      ),
    ),
  )

const statusAt = (fields: string) => `(${fields} #>> '{status,0}')::bigint`

const differs = `(status <> known.told #>> '{status,1}'
  or (has_battery and known.told ? 'battery_status' and battery is distinct from known.told #>> '{battery_status,1}'))`

/**
 * $1 systems, $2 their fields, $3 true if those of each system come from a single state, $4 to $9 their status run. Every
 * state has a status, so one that is newer than the stored status is newer than every stored field, and needs no comparison
 * field by field. States that come late leave `status_since` alone or unknown: looking for the states between would let
 * units that send many hold up all others.
 */
const update = prepared(`
with reported as (
  select * from unnest($1::integer[], $2::jsonb[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[], $7::text[],
    $8::boolean[], $9::text[]) as one(system, told, first_at, last_at, since, status, has_battery, battery)
)
insert into unit_state as known (system, told, status_since)
select system, told, since from reported
on conflict (system) do update set told = known.told || case
    when $3::boolean and ${statusAt('excluded.told')} > ${statusAt('known.told')} then excluded.told
    else (
      select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(excluded.told)
      where coalesce((value ->> 0)::bigint > (known.told -> key ->> 0)::bigint, true))
  end,
  status_since = (
    select case
      when first_at > to_timestamp(${statusAt('known.told')} / 1000.0)
        then coalesce(since, case when ${differs} then first_at else known.status_since end)
      when since is null and case when ${differs} then last_at < known.status_since else first_at >= known.status_since end
        then known.status_since
    end
    from reported where reported.system = known.system)`)

type BatteryStatus = StatePayload['battery_status']

/**
 * What a unit's states, ordered by time, say of its status: `since`, the time of the first state after the last change
 * within them, null if there is none; and the battery status, undefined if no state has it.
 */
function statusRun(states: readonly ReportedState[]) {
  let since: Date | null = null
  let status: string | undefined
  let battery: BatteryStatus
  for (const { state } of states) {
    const { battery_status: own = battery } = state
    if ((status ?? state.status) !== state.status || (battery !== undefined && own !== battery))
      since = state.at
    status = state.status
    battery = own
  }
  return { since, status, battery, firstAt: states[0]?.state.at, lastAt: states.at(-1)?.state.at }
}

/**
 * Merges states that were not stored before, ordered by system and time, into `unit_state`, which only this file writes.
 * The newest value of each field stays, so `told` does not depend on the order in which states arrive.
 */
export async function updateUnitStates(sql: Sql, states: readonly ReportedState[]): Promise<void> {
  const bySystem = [...Map.groupBy(states, ({ system }) => system)]
  for (const isSingle of [true, false]) {
    const systems = bySystem.filter(([, own]) => (own.length === 1) === isSingle)
    if (systems.length === 0) continue
    const reported = systems.map(([, own]) => JSON.stringify(lastReported(own)))
    const runs = systems.map(([, own]) => statusRun(own))
    await sql.run(update, [
      ...[systems.map(([system]) => system), reported, isSingle],
      ...[
        runs.map(({ firstAt }) => firstAt),
        runs.map(({ lastAt }) => lastAt),
        runs.map(({ since }) => since),
      ],
      runs.map(({ status }) => status),
      ...[runs.map(({ battery }) => battery !== undefined), runs.map(({ battery }) => battery)],
    ])
  }
}
