import { fromBalance, type TodayBalance } from '@kellersonne/contract/energy/balance'
import { type Balance, balance, type QuarterEnergies } from '@kellersonne/core/energy/balance'
import { wattHours } from '@kellersonne/core/units/units'

export const BALANCE = '/api/auth/balance/'
export const FORECAST = '/api/auth/forecast/'

/** Energies of a quarter, Wh. `house` is what its powers say. */
export const quarter = (
  pv: number,
  drawn: number,
  feedIn: number,
  charge: number,
  discharge: number,
  house: number | null = null,
): QuarterEnergies => ({
  pv: wattHours(pv),
  import: wattHours(drawn),
  feedIn: wattHours(feedIn),
  charge: wattHours(charge),
  discharge: wattHours(discharge),
  house: house === null ? null : wattHours(house),
})

/** 13.4 kWh of sun, of which 4 went straight to the house, 8.4 to the battery and 1 to the grid. */
export const sunny = quarter(13_400, 400, 1000, 8400, 2400, 6600)
/** The battery was charged from the grid as well the day before. */
export const yesterday = quarter(1200, 1200, 0, 2400, 0)

/** As the server tells it, now. */
export const balanceWire = (
  day: Balance = balance([sunny], [yesterday]),
  more: Partial<TodayBalance> = {},
): TodayBalance => ({
  ...fromBalance(day, { from: new Date('2026-06-17T22:00:00Z'), now: new Date(), without: [] }),
  ...more,
})
