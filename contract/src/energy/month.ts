import type { DayEnergies } from '@kellersonne/core/energy/day-energies'
import type { Severity } from '@kellersonne/core/messages/messages'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { Day } from '@kellersonne/core/time/days'
import { known, type Percent, type WattHours } from '@kellersonne/core/units/units'
import type { Calendar } from './calendar.ts'
import type { UpdatedPart } from './events.ts'
import { type EnergyGap, toEnergyGap } from './graph-data.ts'

/** Totals of a day or a month; null = unknown. */
export type Balance = DayEnergies & {
  readonly house: WattHours | null
  readonly selfSufficiency: Percent | null
  /** How much of it was measured; null = it lies entirely in the future or before the ownership. */
  readonly measured: Percent | null
  /** How much of it was imported. */
  readonly imported: Percent | null
}

/** A message raised on a day; `resolvedAt` null = still active. */
export type DayMessage = {
  readonly sn: SerialNumber
  readonly code: string
  readonly severity: Severity
  readonly raisedAt: Date
  readonly resolvedAt: Date | null
}

/** An update that ended on a day, with each chip's result. */
export type DayUpdate = {
  readonly sn: SerialNumber
  readonly endedAt: Date
  readonly parts: readonly UpdatedPart[]
}

export type CalendarDay = {
  readonly day: Day
  readonly balance: Balance
  readonly messages: readonly DayMessage[]
  readonly updates: readonly DayUpdate[]
}

export type Month = {
  /** The month's first day. */
  readonly month: Day
  readonly timeZone: string
  readonly days: readonly CalendarDay[]
  readonly total: Balance
  /** Part of the total, and of no day. */
  readonly energyGaps: readonly EnergyGap[]
}

const toBalance = (wireBalance: Calendar['total']): Balance => ({
  pv: known(wireBalance.pv),
  import: known(wireBalance.import),
  feedIn: known(wireBalance.feed_in),
  charge: known(wireBalance.charge),
  discharge: known(wireBalance.discharge),
  house: known(wireBalance.house),
  selfSufficiency: known(wireBalance.self_sufficiency),
  measured: known(wireBalance.measured),
  imported: known(wireBalance.imported),
})

/** Maps the wire format to a month. */
export const toMonth = ({ month, time_zone, days, total, energy_gaps }: Calendar): Month => ({
  month: `${month}-01` as Day,
  timeZone: time_zone,
  days: days.map(({ day, messages, updates, ...balance }) => ({
    day: day as Day,
    balance: toBalance(balance),
    messages: messages.map(({ sn, code, severity, raised_at, resolved_at }) => ({
      sn,
      code,
      severity,
      raisedAt: new Date(raised_at),
      resolvedAt: resolved_at === null ? null : new Date(resolved_at),
    })),
    updates: updates.map(({ sn, ended_at, parts }) => ({ sn, endedAt: new Date(ended_at), parts })),
  })),
  total: toBalance(total),
  energyGaps: energy_gaps.map(toEnergyGap),
})
