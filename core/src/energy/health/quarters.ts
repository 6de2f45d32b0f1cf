/** Consecutive quarters of a battery; NaN = not measured. */
export type BatteryQuarters = {
  /** In ms. */
  readonly start: number
  /** Mean state of charge, %. */
  readonly soc: Float64Array
  /** Lowest state of charge, %. */
  readonly lowest: Float64Array
  /** In Wh, ≥ 0. */
  readonly charge: Float64Array
  /** In Wh, ≥ 0. */
  readonly discharge: Float64Array
}
