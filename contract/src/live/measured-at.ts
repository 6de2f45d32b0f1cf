import type { MeasuredAt } from '@kellersonne/core/live/live'
import { measuredAllAt } from '@kellersonne/core/live/measured'
import * as z from 'zod/mini'

const instant = z.nullable(z.iso.datetime())
/** When each value was measured, by the unit's clock, never later than it was received; null if it is unknown. */
export const measuredAt = z.object({
  grid_voltage: instant,
  grid_power: instant,
  PV_power: instant,
  battery_power: instant,
  SOC: instant,
  m8: instant,
})
/** `measured_at` is missing in values kept before there was one: `last_online_from` is used instead. */
type Measured = {
  readonly measured_at?: z.output<typeof measuredAt> | undefined
  readonly last_online_from: string | null
}

export const dateOf = (at: string | null) => (at === null ? null : new Date(at))

export const toMeasuredAt = ({ measured_at: at, last_online_from }: Measured): MeasuredAt =>
  at
    ? {
        gridVoltage: dateOf(at.grid_voltage),
        grid: dateOf(at.grid_power),
        pv: dateOf(at.PV_power),
        battery: dateOf(at.battery_power),
        soc: dateOf(at.SOC),
        output: dateOf(at.m8),
      }
    : measuredAllAt(dateOf(last_online_from))

export const fromMeasuredAt = (at: MeasuredAt): z.output<typeof measuredAt> => ({
  grid_voltage: at.gridVoltage?.toISOString() ?? null,
  grid_power: at.grid?.toISOString() ?? null,
  PV_power: at.pv?.toISOString() ?? null,
  battery_power: at.battery?.toISOString() ?? null,
  SOC: at.soc?.toISOString() ?? null,
  m8: at.output?.toISOString() ?? null,
})
