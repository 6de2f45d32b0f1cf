import type { Layer, Values } from '../lane.ts'

/** Readable steps: 1, 2, 3 or 5 times a power of ten. */
const NICE = [1, 2, 3, 5, 10]

/** The smallest such step that is at least `least`. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const step = NICE.find((nice) => nice * power >= least * (1 - 1e-9)) ?? 10
  return step * power
}

const upTo = (from: number, to: number, step: number) =>
  Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => Number((from + i * step).toFixed(9)))

/** Grid lines of a lane around zero: at most `most` above it, at least one below it if there are negative values. */
export function signedTicks([low, high]: readonly [number, number], most: number, least: number): number[] {
  const step = niceStep(Math.max(high, -low, least) / most)
  const far = (value: number) => Math.ceil(value / step - 1e-9) * step
  return upTo(-far(-Math.min(0, low)), Math.max(step, far(high)), step)
}

/** Grid lines of a lane without a meaningful zero: `gaps` whole steps around the values. */
export function levelTicks([low, high]: readonly [number, number], gaps: number, least: number): number[] {
  for (let step = niceStep(Math.max(high - low, least) / gaps); ; step = niceStep(step * 1.01)) {
    const from = Math.floor(low / step) * step
    if (from + gaps * step >= high) return upTo(from, from + gaps * step, step)
  }
}

/** The minimum and maximum of the known values; null if there are none. */
export function extent(lists: readonly Values[]): readonly [number, number] | null {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const values of lists)
    for (const value of values) {
      if (value === null) continue
      if (value < low) low = value
      if (value > high) high = value
    }
  return low > high ? null : [low, high]
}

/** The range of the layers, including stacked values. */
export function reach(layers: readonly Layer[]): readonly [number, number] | null {
  return extent(layers.flatMap(heights))
}

function heights(layer: Layer): readonly Values[] {
  switch (layer.kind) {
    case 'line':
      return [layer.values]
    case 'band':
      return [layer.low, layer.high]
    case 'stack':
      return [cumulated(layer.up).at(-1) ?? [], cumulated(layer.down).at(-1) ?? []]
    case 'columns':
      return layer.columns.map((parts) => cumulated(parts).at(-1) ?? [])
  }
}

/** Stacks each part's values on those before it; null as soon as one is unknown. */
export function cumulated(parts: readonly { readonly values: Values }[]): Values[] {
  const sums: Values[] = []
  for (const { values } of parts) {
    const below = sums.at(-1)
    sums.push(
      below
        ? values.map((value, i) => {
            const base = below[i] ?? null
            return value === null || base === null ? null : base + value
          })
        : values,
    )
  }
  return sums
}
