/** A number branded with its unit, so that watts and watt-hours cannot be mixed up. */
export type Quantity<Unit extends string> = number & { readonly unit: Unit }

export type Watts = Quantity<'W'>
export type WattHours = Quantity<'Wh'>
export type Volts = Quantity<'V'>
/** 0 to 100. */
export type Percent = Quantity<'%'>

export const watts = (value: number) => value as Watts
export const wattHours = (value: number) => value as WattHours
export const volts = (value: number) => value as Volts
export const percent = (value: number) => value as Percent

/** Sums the known values; null if there are none. */
export function sum<U extends string>(values: readonly (Quantity<U> | null)[]): Quantity<U> | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : (known.reduce((a, b) => a + b, 0) as Quantity<U>)
}

/** Averages the known values; null if there are none. A weight belongs to the value at its index. */
export function mean<U extends string>(
  values: readonly (Quantity<U> | null)[],
  weights: readonly number[] = values.map(() => 1),
): Quantity<U> | null {
  let total = 0
  let weight = 0
  values.forEach((value, i) => {
    if (value === null) return
    const share = weights[i] ?? 0
    total += value * share
    weight += share
  })
  return weight === 0 ? null : ((total / weight) as Quantity<U>)
}

/** Brands a number with the unit its reader expects; missing values become null. */
export const known = <Q extends Quantity<string>>(value: number | null | undefined) =>
  (value ?? null) as Q | null
