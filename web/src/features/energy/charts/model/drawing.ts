import { extent, levelTicks, reach, signedTicks } from '../../../../ui/chart/axis/scale.ts'
import type { Lane, Layer } from '../../../../ui/chart/lane.ts'
import { inverted, part } from './flowLayers.ts'
import {
  bandLayer,
  type Drawn,
  ghosts,
  LEAST_WH,
  type Localizer,
  line,
  MOST_COLUMNS,
  POWERS,
  plain,
  THOUSAND,
  thousands,
  valuesOf,
} from './layers.ts'
import { forecastLanes, powerLanes, powersIn } from './powerLanes.ts'

/** The lanes of a selection, without empty ones. */
export function lanesOf(drawn: Drawn, speech: Localizer): Lane[] {
  return [
    ...powerLanes(drawn, speech),
    output(drawn, speech),
    energy(drawn, speech),
    ...forecastLanes(drawn, speech),
    soc(drawn, speech),
    voltage(drawn, speech),
  ].filter((lane) => lane !== null)
}

/** A unit's output has no sum: when powers are summed, it gets a lane of its own. */
function output(drawn: Drawn, { t, f }: Localizer): Lane | null {
  const [first] = POWERS.filter((measure) => drawn.shown.includes(measure) && drawn.data.series.has(measure))
  const own = powersIn(drawn, 'W').includes('output')
  if (!own || first === undefined || drawn.data.series.get(first)?.unit === 'W') return null
  const layers = [...plain(drawn.data, 'output', t), ...ghosts(drawn, ['output'], t)]
  const ticks = signedTicks(reach(layers) ?? [0, 0], 2, THOUSAND)
  return { id: 'output', title: t('lanes.output'), share: 1.5, ticks, tickLabel: thousands(f, ticks), layers }
}

function energy(drawn: Drawn, { t, f }: Localizer): Lane | null {
  const { data, shown } = drawn
  const charge = shown.includes('charge') ? valuesOf(data, 'charge') : null
  const discharge = shown.includes('discharge') ? valuesOf(data, 'discharge') : null
  const parts = [
    ...(discharge ? [{ ...part('battery', discharge, t), name: t('measures.discharge') }] : []),
    ...(charge ? [{ ...part('battery', inverted(charge), t), name: t('measures.charge') }] : []),
  ]
  if (parts.length === 0) return null
  const [up, down] = [discharge ? parts.slice(0, 1) : [], charge ? parts.slice(-1) : []]
  const dense = data.edges.length - 1 > MOST_COLUMNS
  const layers: Layer[] = [
    dense ? { kind: 'stack', up, down } : { kind: 'columns', columns: parts.map((one) => [one]) },
  ]
  const ticks = signedTicks(reach(layers) ?? [0, 0], 2, LEAST_WH)
  return { id: 'energy', title: t('lanes.energy'), share: 2, ticks, tickLabel: thousands(f, ticks), layers }
}

/** The expected state of charge, dotted, with its band if that is known. */
function ahead({ bands }: Drawn, t: Localizer['t']): Layer[] {
  if (!bands?.soc) return []
  const { low, expected, high } = bands.soc
  const known = low.filter((value) => value !== null).length > 1
  return [
    ...(known ? [bandLayer('soc', { low, high }, t)] : []),
    line('soc', expected, t, { stroke: 'dotted', name: t('socAhead') }),
  ]
}

function soc(drawn: Drawn, { t }: Localizer): Lane | null {
  const values = drawn.shown.includes('soc') ? valuesOf(drawn.data, 'soc') : null
  if (!values) return null
  return {
    id: 'soc',
    title: t('lanes.soc'),
    share: 1.3,
    ticks: [0, 100],
    tickLabel: (value) => (value === 0 ? '0\u00A0%' : String(value)),
    layers: [...ahead(drawn, t), line('soc', values, t, { under: 'area' }), ...ghosts(drawn, ['soc'], t)],
  }
}

function voltage(drawn: Drawn, { t, f }: Localizer): Lane | null {
  const values = drawn.shown.includes('gridVoltage') ? valuesOf(drawn.data, 'gridVoltage') : null
  if (!values) return null
  const layers = [line('gridVoltage', values, t), ...ghosts(drawn, ['gridVoltage'], t)]
  const reached = extent(layers.map((layer) => (layer.kind === 'line' ? layer.values : []))) ?? [225, 235]
  return {
    id: 'gridVoltage',
    title: t('lanes.gridVoltage'),
    share: 1.2,
    ticks: levelTicks(reached, 2, 6),
    tickLabel: (value) => f.number(value, 0),
    layers,
  }
}
