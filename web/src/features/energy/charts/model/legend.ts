import type { Lane, Layer } from '../../../../ui/chart/lane.ts'
import type { Sample } from '../../../../ui/chart/signs/sample.ts'

/** Something drawn: how, and what it is. */
export type LegendEntry = { readonly word: string; readonly sample: Sample }

function entriesOf(layer: Layer, compared: string | null): LegendEntry[] {
  if (layer.kind === 'line') {
    const { line, stroke = 'solid', sign, name } = layer
    const word = stroke === 'dashed' && compared !== null ? `${name}, ${compared}` : name
    return [{ word, sample: { kind: 'line', line, stroke, sign } }]
  }
  if (layer.kind === 'band') return [{ word: layer.name, sample: { kind: 'band', paint: layer.paint } }]
  const parts = layer.kind === 'stack' ? [...layer.up, ...layer.down] : layer.columns.flat()
  return parts.map(({ paint, name }) => ({ word: name, sample: { kind: 'area', paint } }))
}

/** All that lanes draw, each once, in their order. `compared`: the name of the period that dashed lines are of. */
export function legendOf(lanes: readonly Lane[], compared: string | null): LegendEntry[] {
  const entries = lanes.flatMap(({ layers }) => layers.flatMap((layer) => entriesOf(layer, compared)))
  return entries.filter(({ word }, i) => entries.findIndex((other) => other.word === word) === i)
}

/** The lines of the compared period. */
export const comparedIn = (lanes: readonly Lane[]) =>
  lanes
    .flatMap(({ layers }) => layers)
    .filter((layer) => layer.kind === 'line')
    .filter(({ stroke }) => stroke === 'dashed')
