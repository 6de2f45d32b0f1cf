/** A number that carries its unit, so that watts never meet watt-hours by mistake. */
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

/** The sum of what is known; null where nothing is. */
export function sum<U extends string>(values: readonly (Quantity<U> | null)[]): Quantity<U> | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : (known.reduce((a, b) => a + b, 0) as Quantity<U>)
}

/** The mean of what is known; null where nothing is. A weight belongs to the value at its index. */
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

/** A number whose unit its reader knows; what is missing is null. */
export const known = <Q extends Quantity<string>>(value: number | null | undefined) =>
  (value ?? null) as Q | null
