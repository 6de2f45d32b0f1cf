import { fromBalance, type TodayBalance } from '@kellersonne/contract/energy/balance'
import { type Balance, balance, type QuarterEnergies } from '@kellersonne/core/energy/balance'
import { wattHours } from '@kellersonne/core/units/units'

export const BALANCE = '/api/auth/balance/'
export const FORECAST = '/api/auth/forecast/'

/** Energies of a quarter hour, Wh. `house` is the house's energy by its powers. */
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

/** 13.4 kWh of PV: 4 directly to the house, 8.4 to the battery and 1 to the grid. */
export const sunny = quarter(13_400, 400, 1000, 8400, 2400, 6600)
/** The day before, the battery was also charged from the grid. */
const yesterday = quarter(1200, 1200, 0, 2400, 0)

/** A balance as sent by the server now. */
export const balanceWire = (
  day: Balance = balance([sunny], [yesterday]),
  more: Partial<TodayBalance> = {},
): TodayBalance => ({
  ...fromBalance(day, { from: new Date('2026-06-17T22:00:00Z'), now: new Date(), without: [] }),
  ...more,
})
