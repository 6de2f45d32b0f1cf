import type uPlot from 'uplot'
import type { Brush, Composed } from './compose.ts'
import type { Lane, Plotted, Range } from './lane.ts'
import { AXIS, across, BELOW, FONT, labelsIn, RIGHT, type Size, TITLE } from './layout.ts'
import { drawNights, drawTitleAndNow, drawZeroLine } from './scenery.ts'

type Context = {
  readonly brush: Brush
  readonly last: boolean
  readonly plotted: Plotted
  readonly size: Size
}

/** uPlot's options for a lane. */
export function optionsOf(
  lane: Lane,
  composed: Composed,
  { brush, last, plotted, size }: Context,
): uPlot.Options {
  const { colour, zoom } = brush
  const font = `${Math.round(12 * zoom)}px ${FONT}`
  const range: Range = [lane.ticks[0] ?? 0, lane.ticks.at(-1) ?? 1]
  let written: ReadonlyMap<number, string> = new Map()
  return {
    ...size,
    ms: 1,
    padding: [TITLE * zoom, RIGHT * zoom, last ? 0 : BELOW * zoom, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, auto: false },
      y: { auto: false, range: [range[0], range[1]] },
    },
    series: [{}, ...composed.series],
    axes: [
      {
        show: last,
        size: AXIS * zoom,
        gap: 8 * zoom,
        font,
        stroke: colour('--ks-text3'),
        grid: { show: false },
        ticks: { show: false },
        splits({ width }, _axis, from, to) {
          const ticks = plotted.ticks([from, to], labelsIn(width / zoom))
          written = new Map(ticks.map(({ at, label }) => [at, label]))
          return ticks.map(({ at }) => at)
        },
        values: (_plot, splits) => splits.map((at) => written.get(at) ?? ''),
      },
      {
        size: ({ width }) => across({ width: width / zoom, height: 0 })[0] * zoom,
        gap: 8 * zoom,
        font,
        stroke: colour('--ks-text3'),
        ticks: { show: false },
        grid: { stroke: colour('--ks-grid'), width: zoom },
        splits: () => [...lane.ticks],
        values: (_plot, splits) => splits.map(lane.tickLabel),
      },
    ],
    hooks: {
      drawClear: [(plot) => drawNights(plot, plotted, brush)],
      drawAxes: [(plot) => drawZeroLine(plot, brush, range)],
      draw: [(plot) => drawTitleAndNow(plot, lane, plotted, brush)],
    },
  }
}
