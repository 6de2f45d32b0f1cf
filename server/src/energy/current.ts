import { LAST_MESSAGES } from '@kellersonne/contract/live/last-messages'
import { toMessages } from '@kellersonne/contract/messages/messages'
import { messageLists } from '@kellersonne/contract/telemetry/device'
import type { LiveSystem } from '@kellersonne/core/live/live'
import type { Episode } from '@kellersonne/core/messages/episodes'
import type { EndedMessage, Message } from '@kellersonne/core/messages/messages'
import { isStateCurrent } from '@kellersonne/core/telemetry/freshness'
import { known as quantity, type WattHours } from '@kellersonne/core/units/units'
import { messageStore } from '../messages/store.ts'
import type { Sql } from '../platform/db/database.ts'
import type { OwnedSystem } from '../systems/store.ts'
import { type Latest, readingStore, type Visible, visibleSince } from '../telemetry/readings/store.ts'
import type { UnitState } from '../telemetry/readings/unit-states.ts'

/** The values of a system that need no sums, forecasts or updates. */
export type Current = Omit<
  LiveSystem,
  'sn' | 'phase' | 'name' | 'timeZone' | 'today' | 'forecast' | 'badWeather' | 'pvPeak' | 'update'
>

function messagesOf(state: UnitState, episodes: readonly Episode[], since: Date): Message[] {
  const codes = new Set(toMessages(state).map(({ code }) => code))
  const active = episodes.filter(({ resolvedAt }) => resolvedAt === null)
  const raisedAt = new Map(active.map((episode) => [episode.code, episode.raisedAt]))
  return [...codes].map((code) => {
    const at = raisedAt.get(code)
    return { code, since: at === undefined || at < since ? null : at }
  })
}

/** Whether the unit has reported each of its lists of messages, and nothing says that they may be others by now. */
const areMessagesKnown = ({ state, isStateRefused }: Visible, latest: Latest | undefined) =>
  state !== null &&
  messageLists.every((list) => state[list] !== null) &&
  !isStateRefused &&
  latest?.state_at != null &&
  isStateCurrent(latest.state_at, latest.reading_at)

const endedOf = (episodes: readonly Episode[]): EndedMessage[] =>
  episodes.flatMap(({ code, raisedAt, resolvedAt }) =>
    resolvedAt === null ? [] : [{ code, since: raisedAt, resolvedAt }],
  )

/** False if the unit was switched off after its last reading, so that its values no longer apply. */
const isMeasuring = (latest: Latest | undefined) =>
  latest?.told?.status?.[1] !== 'off' ||
  latest.reading_at === null ||
  (latest.state_at ?? latest.reading_at) <= latest.reading_at

type Column = 'grid_v' | 'grid_w' | 'pv_w' | 'battery_w' | 'soc' | 'output_w'

/** Returns a value's time if its owner may see it; null if the value is not known. */
function timeOf(reading: Latest | null, column: Column, since: Date): Date | null {
  const at = reading?.[`${column}_at`] ?? null
  return at === null || at < since || reading?.[column] === null ? null : at
}

function currentOf(latest: Latest | undefined, episodes: readonly Episode[], since: Date): Current {
  const visible = visibleSince(latest, since)
  const { online, lastOnline, reading, state, refused } = visible
  const measured = isMeasuring(latest) ? reading : null
  const measuredAt = {
    gridVoltage: timeOf(measured, 'grid_v', since),
    grid: timeOf(measured, 'grid_w', since),
    pv: timeOf(measured, 'pv_w', since),
    battery: timeOf(measured, 'battery_w', since),
    soc: timeOf(reading, 'soc', since),
    output: timeOf(measured, 'output_w', since),
  }
  const own = (at: Date | null | undefined) => (at && at >= since ? at : null)
  const known = <V>(at: Date | null, value: V | undefined) => (at === null ? null : (value ?? null))
  return {
    measuredAt,
    online,
    lastOnline,
    gridVoltage: known(measuredAt.gridVoltage, measured?.grid_v),
    powers: {
      grid: known(measuredAt.grid, measured?.grid_w),
      pv: known(measuredAt.pv, measured?.pv_w),
      battery: known(measuredAt.battery, measured?.battery_w),
    },
    soc: known(measuredAt.soc, reading?.soc),
    output: known(measuredAt.output, measured?.output_w),
    status: state?.status ?? null,
    batteryStatus: state?.battery_status ?? null,
    statusSince: state && own(latest?.status_since),
    calibrationDays: state?.calibration_days ?? null,
    capacity: quantity<WattHours>(state?.capacity_wh),
    versions: state?.versions ?? {},
    sensors: state?.sensors ?? [],
    capabilities: state?.capabilities ?? null,
    messages: state ? messagesOf(state, episodes, since) : [],
    messagesKnown: areMessagesKnown(visible, latest),
    ended: endedOf(episodes),
    refusedToday: refused,
  }
}

type SystemValues = { readonly system: OwnedSystem; readonly current: Current }

/** Resolves to each system with the current values its owner may see, in the order of `systems`. */
export async function currentValues(sql: Sql, systems: readonly OwnedSystem[]): Promise<SystemValues[]> {
  const ids = systems.map(({ id }) => id)
  const [latest, episodes] = await Promise.all([
    readingStore(sql).latest(ids),
    messageStore(sql).latest(systems, LAST_MESSAGES),
  ])
  const bySystem = new Map(latest.map((row) => [row.system, row]))
  return systems.map((system) => {
    const { id, visible_from } = system
    return { system, current: currentOf(bySystem.get(id), episodes.get(id) ?? [], visible_from) }
  })
}
