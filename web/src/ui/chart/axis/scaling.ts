import type uPlot from 'uplot'

export type Points = ArrayLike<number | null | undefined>

/** Converts a scale's values to canvas px, like `valToPos` but cheaper. */
export function scaleOf(plot: uPlot, key: 'x' | 'y') {
  const { min = 0, max = 1 } = plot.scales[key] ?? {}
  const [start, end] = [plot.valToPos(min, key, true), plot.valToPos(max, key, true)]
  return (value: number) => start + ((value - min) / (max - min)) * (end - start)
}
