import { LAST_MESSAGES } from '@kellersonne/contract/live/last-messages'
import { toActiveMessages } from '@kellersonne/contract/messages/messages'
import type { StatePayload } from '@kellersonne/contract/telemetry/device'
import type { LiveSystem } from '@kellersonne/core/live/live'
import type { Episode } from '@kellersonne/core/messages/episodes'
import type { EndedMessage, Message } from '@kellersonne/core/messages/messages'
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

function messagesOf(state: StatePayload, episodes: readonly Episode[], since: Date): Message[] {
  const codes = new Set(toActiveMessages(state).messages.map(({ code }) => code))
  const active = episodes.filter(({ resolvedAt }) => resolvedAt === null)
  const raisedAt = new Map(active.map((episode) => [episode.code, episode.raisedAt]))
  return [...codes].map((code) => {
    const at = raisedAt.get(code)
    return { code, since: at === undefined || at < since ? null : at }
  })
}

const endedOf = (episodes: readonly Episode[]): EndedMessage[] =>
  episodes.flatMap(({ code, raisedAt, resolvedAt }) =>
    resolvedAt === null ? [] : [{ code, since: raisedAt, resolvedAt }],
  )

/** False if the unit was switched off after its last reading, so that its values no longer apply. */
const isMeasuring = (latest: Latest | undefined) =>
  latest?.state?.status !== 'off' ||
  latest.reading_at === null ||
  (latest.state_at ?? latest.reading_at) <= latest.reading_at

function currentOf(latest: Latest | undefined, episodes: readonly Episode[], since: Date): Current {
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
    messages: state ? messagesOf(state, episodes, since) : [],
    ended: endedOf(episodes),
  }
}

/** Resolves to each system with the current values its owner may see, in the order of `systems`. */
export async function currentValues(
  sql: Sql,
  systems: readonly OwnedSystem[],
): Promise<{ system: OwnedSystem; current: Current }[]> {
  const ids = systems.map(({ id }) => id)
  const [latest, episodes] = await Promise.all([
    readingStore(sql).latest(ids),
    messageStore(sql).latest(systems, LAST_MESSAGES),
  ])
  const bySystem = new Map(latest.map((row) => [row.system, row]))
  return systems.map((system) => {
    const { id, since } = system
    return { system, current: currentOf(bySystem.get(id), episodes.get(id) ?? [], since) }
  })
}
