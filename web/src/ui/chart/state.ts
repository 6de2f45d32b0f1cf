import { create, type StoreApi, type UseBoundStore } from 'zustand'
import type { Range } from './lane.ts'

/** A chart's interactive state, kept out of the page's state so that the page does not re-render on each move. */
export type Looking = {
  /** The full range. */
  readonly bounds: Range
  /** The visible part of it. */
  readonly view: Range
  /** The step under the cursor. */
  readonly cursor: number | null
  /** The box being dragged, design px from the chart's left. */
  readonly selecting: Range | null
  /** True while the wheel zooms without a key: from a press or focus until the pointer leaves, or Escape. */
  readonly engaged: boolean
  /** True while a hint says how to zoom. */
  readonly hinting: boolean
}
export type ChartState = UseBoundStore<StoreApi<Looking>>

export const chartState = (bounds: Range): ChartState =>
  create<Looking>(() => ({
    ...{ bounds, view: bounds, cursor: null, selecting: null },
    ...{ engaged: false, hinting: false },
  }))
