import { attributeFlows, type Flows, flowing } from '../energy/flows.ts'
import { type Severity, severityOf, stopsUnit } from '../messages/messages.ts'
import { type Freshness, freshness } from '../telemetry/freshness.ts'
import { type BatteryFlow, batteryFlow, gridFlow, type Powers } from '../units/power.ts'
import type { Percent } from '../units/units.ts'
import { type LiveSystem, openMessages } from './live.ts'

/** What happens now, as the one sentence an owner reads first. The portal holds the texts. */
export type Sentence =
  | 'sunAndCharge'
  | 'sunAndFeedIn'
  | 'sun'
  | 'sunAndBattery'
  | 'sunAndGrid'
  | 'battery'
  | 'batteryAndGrid'
  | 'gridAndCharge'
  | 'grid'
  | 'quiet'
  | 'unknown'

/** Returns the sentence that fits the measured powers. */
export function sentenceOf(powers: Powers): Sentence {
  const flows = attributeFlows(powers)
  if (flows === null || powers.pv === null || powers.battery === null) return 'unknown'
  const battery = batteryFlow(powers.battery)
  const bought = flowing(flows.gridToHouse)
  if (flowing(powers.pv)) return sunny(flows, battery, bought)
  if (battery === 'discharges') return bought ? 'batteryAndGrid' : 'battery'
  if (flowing(flows.gridToBattery)) return 'gridAndCharge'
  return bought ? 'grid' : 'quiet'
}

function sunny(flows: Flows, battery: BatteryFlow, bought: boolean): Sentence {
  if (flowing(flows.batteryToHouse)) return 'sunAndBattery'
  if (bought) return 'sunAndGrid'
  if (battery === 'charges') return 'sunAndCharge'
  return flowing(flows.pvToGrid) ? 'sunAndFeedIn' : 'sun'
}

/** The one line below the sentence; `systems` are those it is about, `others` the rest. */
type Subline =
  | { readonly name: 'surplusFedIn' | 'gridHelpsOut' | 'batteryFedIn' }
  | {
      readonly name: 'othersCharge' | 'othersDeliver'
      readonly others: readonly LiveSystem[]
      readonly fedIn: boolean
    }
  | {
      readonly name: 'empty'
      readonly systems: readonly LiveSystem[]
      readonly others: readonly LiveSystem[]
    }
  | null

/** What is wrong, if anything. Open messages take precedence over missing data, unless no system reports. */
export type StatusLine =
  | { readonly name: 'noData'; readonly since: Date | null; readonly systems: readonly LiveSystem[] }
  | {
      readonly name: 'open'
      readonly count: number
      readonly severity: Severity
      readonly systems: readonly LiveSystem[]
    }
  | { readonly name: 'normal' }

/** Summary of an owner's systems, or of the selected one. */
export type LiveSummary = {
  readonly freshness: Freshness
  /** 'silent' if none of the systems reports. */
  readonly sentence: Sentence | 'silent'
  /** Systems that a message keeps from charging and discharging. */
  readonly stopped: readonly LiveSystem[]
  /** What those would do if they were not stopped. */
  readonly battery: BatteryFlow
  readonly subline: Subline
  readonly status: StatusLine
}

const EMPTY_PERCENT = 5
const isEmpty = (soc: Percent | null) => soc !== null && soc <= EMPTY_PERCENT

/** Returns the best freshness of several: a total is as fresh as the systems it counts. */
function freshest(systems: readonly LiveSystem[], now: Date): Freshness {
  const all = systems.map((system) => freshness(system, now))
  return all.includes('fresh') ? 'fresh' : all.includes('late') ? 'late' : 'stale'
}

/** Judges `systems` (the selected ones, at least one) with their combined powers at `now`. */
export function summarize(systems: readonly LiveSystem[], powers: Powers, now: Date): LiveSummary {
  const online = systems.filter((system) => freshness(system, now) !== 'stale')
  const stopped = online.filter(({ messages }) => messages.some(stopsUnit))
  const battery = powers.battery === null ? 'idle' : batteryFlow(powers.battery)
  return {
    freshness: freshest(systems, now),
    sentence: online.length === 0 ? 'silent' : sentenceOf(powers),
    stopped,
    battery,
    subline: online.length === 0 ? null : sublineOf(online, stopped, powers),
    status: statusOf(systems, online),
  }
}

function sublineOf(online: readonly LiveSystem[], stopped: readonly LiveSystem[], powers: Powers): Subline {
  const flows = attributeFlows(powers)
  if (flows === null || powers.battery === null || powers.grid === null) return null
  const battery = batteryFlow(powers.battery)
  const others = online.filter((system) => !stopped.includes(system))
  const fedIn = gridFlow(powers.grid) === 'feeds'
  if (stopped.length > 0 && others.length > 0 && battery !== 'idle')
    return { name: battery === 'charges' ? 'othersCharge' : 'othersDeliver', others, fedIn }
  const empty = online.filter(({ soc }) => isEmpty(soc))
  if (battery === 'discharges' && empty.length > 0 && empty.length < online.length)
    return { name: 'empty', systems: empty, others: online.filter((system) => !empty.includes(system)) }
  if (flowing(flows.batteryToGrid)) return { name: 'batteryFedIn' }
  if (battery === 'charges' && fedIn) return { name: 'surplusFedIn' }
  return flowing(flows.pvToHouse) && battery === 'discharges' && flowing(flows.gridToHouse)
    ? { name: 'gridHelpsOut' }
    : null
}

function statusOf(systems: readonly LiveSystem[], online: readonly LiveSystem[]): StatusLine {
  const offline = systems.filter((system) => !online.includes(system))
  const affected = systems.filter(({ messages }) => openMessages(messages).length > 0)
  if (affected.length > 0 && online.length > 0) {
    const open = affected.flatMap(({ messages }) => openMessages(messages))
    const severity = open.some(({ code }) => severityOf(code) === 'danger') ? 'danger' : 'warn'
    return { name: 'open', count: open.length, severity, systems: affected }
  }
  return offline.length > 0
    ? { name: 'noData', since: lastReport(offline), systems: offline }
    : { name: 'normal' }
}

/** Returns when any of them last reported; null if one never has. */
function lastReport(offline: readonly LiveSystem[]): Date | null {
  const times = offline.map(({ lastOnline }) => lastOnline?.getTime() ?? null)
  return times.includes(null) ? null : new Date(Math.max(...times.map(Number)))
}
