import { create, type StoreApi, type UseBoundStore } from 'zustand'
import type { Range } from './lane.ts'

/** What changes while a chart is looked at: apart from the page, so that it is not drawn anew with each move. */
export type Looking = {
  /** All there is. */
  readonly bounds: Range
  /** What of it is seen. */
  readonly view: Range
  /** The step looked at. */
  readonly cursor: number | null
  /** What is being drawn a box around, px as drawn from the chart's left. */
  readonly selecting: Range | null
}
export type ChartState = UseBoundStore<StoreApi<Looking>>

export const chartState = (bounds: Range): ChartState =>
  create<Looking>(() => ({ bounds, view: bounds, cursor: null, selecting: null }))
