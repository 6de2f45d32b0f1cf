import { toActiveMessages } from '@kellersonne/contract/messages/messages'
import type { StatePayload } from '@kellersonne/contract/telemetry/device'
import type { LiveSystem } from '@kellersonne/core/live/live'
import type { Message } from '@kellersonne/core/messages/messages'
import { known, type WattHours } from '@kellersonne/core/units/units'
import { messageStore } from '../messages/store.ts'
import type { Sql } from '../platform/db/database.ts'
import type { OwnedSystem } from '../systems/store.ts'
import { type Latest, readingStore, visibleSince } from '../telemetry/readings/store.ts'

/** The values of a system that need no sums, forecasts or updates. */
export type Current = Omit<
  LiveSystem,
  'sn' | 'phase' | 'name' | 'timeZone' | 'today' | 'forecast' | 'badWeather' | 'pvPeak' | 'update'
>

/** When each open message code of a system was raised. */
type RaisedAt = ReadonlyMap<string, Date>

function messagesOf(state: StatePayload, raisedAt: RaisedAt | undefined, since: Date): Message[] {
  const codes = new Set(toActiveMessages(state).messages.map(({ code }) => code))
  return [...codes].map((code) => {
    const at = raisedAt?.get(code)
    return { code, since: at === undefined || at < since ? null : at }
  })
}

/** False if the unit was switched off after its last reading, so that its values no longer apply. */
const isMeasuring = (latest: Latest | undefined) =>
  latest?.state?.status !== 'off' ||
  latest.reading_at === null ||
  (latest.state_at ?? latest.reading_at) <= latest.reading_at

function currentOf(latest: Latest | undefined, raisedAt: RaisedAt | undefined, since: Date): Current {
  const { online, lastOnline, reading, state } = visibleSince(latest, since)
  const measured = isMeasuring(latest) ? reading : null
  return {
    online,
    lastOnline,
    gridVoltage: measured?.grid_v ?? null,
    powers: {
      grid: measured?.grid_w ?? null,
      pv: measured?.pv_w ?? null,
      battery: measured?.battery_w ?? null,
    },
    soc: reading?.soc ?? null,
    output: measured?.output_w ?? null,
    status: state?.status ?? null,
    batteryStatus: state?.battery_status ?? null,
    calibrationDays: state?.calibration_days ?? null,
    capacity: known<WattHours>(state?.capacity_wh),
    versions: state?.versions ?? {},
    sensors: state?.sensors ?? [],
    messages: state ? messagesOf(state, raisedAt, since) : [],
  }
}

/** Resolves to each system with the current values its owner may see, in the order of `systems`. */
export async function currentValues(
  sql: Sql,
  systems: readonly OwnedSystem[],
): Promise<{ system: OwnedSystem; current: Current }[]> {
  const ids = systems.map(({ id }) => id)
  const [latest, raisedAt] = await Promise.all([
    readingStore(sql).latest(ids),
    messageStore(sql).activeMessages(ids),
  ])
  const bySystem = new Map(latest.map((row) => [row.system, row]))
  return systems.map((system) => {
    const { id, since } = system
    return { system, current: currentOf(bySystem.get(id), raisedAt.get(id), since) }
  })
}
