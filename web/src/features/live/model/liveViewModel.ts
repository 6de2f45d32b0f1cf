import { type Estimate, estimate } from '@kellersonne/core/live/estimate'
import type { LiveSystem, LiveValues } from '@kellersonne/core/live/live'
import { orLastKnown, withCurrent, withoutExpired } from '@kellersonne/core/live/measured'
import type { SteadySystems } from '@kellersonne/core/live/steady'
import { type LiveSummary, summarize } from '@kellersonne/core/live/summary'
import { total } from '@kellersonne/core/live/totals'
import { calledNames } from '@kellersonne/core/systems/names'
import { type SerialNumber, TOTAL } from '@kellersonne/core/systems/systems'
import { freshness, LATE_MS } from '@kellersonne/core/telemetry/freshness'
import { houseLoad, type Powers } from '@kellersonne/core/units/power'
import { type Watts, watts } from '@kellersonne/core/units/units'

/** View model of the live page: one system, or all of them together. */
export type LiveViewModel = {
  readonly systems: readonly LiveSystem[]
  readonly chosen: readonly LiveSystem[]
  readonly active: SerialNumber | typeof TOTAL
  readonly names: ReadonlyMap<SerialNumber, string>
  readonly values: LiveValues
  /** Like `systems`, with powers and voltages that are too old to describe the present. */
  readonly lastKnown: readonly LiveSystem[]
  /** Like `values`; what has no current value has its last one, with the time it was measured. */
  readonly measured: LiveValues
  /** Unlike `values.powers`, unknown while all are offline. */
  readonly powers: Powers
  readonly load: Watts | null
  /** Those of `chosen` that count towards `values`, and those too old to count. */
  readonly counted: readonly LiveSystem[]
  readonly excluded: readonly LiveSystem[]
  /** False if any of `chosen` may have messages that it has not reported. */
  readonly messagesKnown: boolean
  readonly summary: LiveSummary
  readonly offline: boolean
  /** True if none of `chosen` has reported for two minutes: these are the last received values, too. */
  readonly late: boolean
  /** The steady powers of all systems. */
  readonly steady: SteadySystems
  /** True while the server is unavailable, so that these are the last received values. */
  readonly cut: boolean
  readonly estimate: Estimate | null
  readonly now: Date
}

/** The systems of an owner, who may have none, and what they are called. */
export type OwnedSystems = Pick<LiveViewModel, 'systems' | 'names'>

export type ReceivedLiveData = {
  readonly systems: readonly LiveSystem[]
  readonly steady: SteadySystems
  readonly receivedAt: Date
  readonly cut: boolean
}

const notKnown: Powers = { grid: null, pv: null, battery: null }

/** Once the portal has been cut off from its server for long, every unit counts as offline. */
const asReceived = ({ systems, receivedAt, cut }: ReceivedLiveData, now: Date): readonly LiveSystem[] =>
  cut && now.getTime() - receivedAt.getTime() > LATE_MS
    ? systems.map((system) => ({ ...system, online: false }))
    : systems

/** Derives the view model of `received` (at least one system) at `now`. */
export function createLiveViewModel(
  received: ReceivedLiveData,
  active: SerialNumber | typeof TOTAL,
  now: Date,
): LiveViewModel {
  const lastKnown = asReceived(received, now).map((system) => withoutExpired(system, now))
  const systems = lastKnown.map((system) => withCurrent(system, now))
  const [one] = systems.length === 1 ? systems : systems.filter(({ sn }) => sn === active)
  const all = total(systems, now)
  const chosen = one ? [one] : systems
  const values = one ?? all
  const summary = summarize(chosen, one?.sn ?? TOTAL, received.steady, now)
  const powers = summary.offline ? notKnown : values.powers
  const excluded = one ? [] : all.excluded
  return {
    systems,
    chosen,
    active: one?.sn ?? TOTAL,
    names: calledNames(systems),
    values,
    lastKnown,
    measured: orLastKnown(values, lastKnown.find(({ sn }) => sn === one?.sn) ?? total(lastKnown, now)),
    powers,
    load: notNegative(houseLoad(powers)),
    counted: chosen.filter((system) => !excluded.includes(system)),
    excluded,
    messagesKnown: chosen.every((system) => system.messagesKnown),
    summary,
    steady: received.steady,
    offline: summary.offline,
    late: chosen.every((system) => freshness(system, now) !== 'fresh'),
    cut: received.cut,
    estimate: summary.stopped.length > 0 ? null : expected(chosen, values, now),
    now,
  }
}

function expected(chosen: readonly LiveSystem[], values: LiveValues, now: Date) {
  const online = chosen.filter((system) => freshness(system, now) !== 'stale')
  const oldest = Math.min(...online.map(({ lastOnline }) => lastOnline?.getTime() ?? 0))
  const { capacity, soc, timeZone, powers } = values
  const at = online.length > 0 ? new Date(oldest) : null
  return estimate({ battery: powers.battery, capacity, soc, at, timeZone }, now)
}

/** Powers are not measured at exactly the same instant: their sum can be slightly negative. */
const notNegative = (load: Watts | null) => (load === null ? null : watts(Math.max(0, load)))

/** What the systems are called, in their order. */
export const namesIn = ({ names }: LiveViewModel, systems: readonly LiveSystem[]) =>
  systems.map(({ sn }) => names.get(sn) ?? sn)
