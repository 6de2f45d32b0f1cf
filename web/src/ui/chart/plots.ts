import uPlot from 'uplot'
import { type Brush, type Composed, compose } from './compose.ts'
import { drawBundled } from './dense.ts'
import { bundleSize, downsample, downsampleX } from './downsample.ts'
import { middles, type Plotted, type Range, stepAt, type Token } from './lane.ts'
import { heightsOf, type Size } from './layout.ts'
import { optionsOf } from './options.ts'
import { paletteOf } from './paint.ts'
import { drawSigns } from './signs/signs.ts'

/** A dot of the cursor, with its position in the chart, design px. */
type PlacedDot = { readonly x: number; readonly y: number; readonly line: Token }

export type Plots = {
  show(view: Range): void
  resize(size: Size): void
  /** Positions for a cursor at a step; null if it is outside the view. */
  dots(step: number): { readonly x: number; readonly dots: readonly PlacedDot[] } | null
  /** Resolves once all lanes are drawn. */
  readonly drawn: Promise<readonly HTMLCanvasElement[]>
  destroy(): void
}

type Mounted = {
  readonly plot: uPlot
  readonly composed: Composed
  readonly box: HTMLElement
  /** The lane's points, at `bundle` steps per bundle. */
  readonly dataOf: (bundle: number) => uPlot.AlignedData
}

/** Points by bundle size, computed on demand. */
function bundles(x: readonly number[], values: Composed['values']): Mounted['dataOf'] {
  const made = new Map<number, uPlot.AlignedData>()
  return (bundle) => {
    const known = made.get(bundle)
    if (known) return known
    const data: uPlot.AlignedData = [
      downsampleX(x, bundle),
      ...values.map((one) => [...downsample(one, bundle)]),
    ]
    made.set(bundle, data)
    return data
  }
}

/** Draws lanes into an element, one below the other. `zoom` = page px per design px. */
export function mountPlots(host: HTMLElement, plotted: Plotted, view: Range, size: Size, zoom = 1): Plots {
  const colour = paletteOf(host)
  const x = middles(plotted.edges)
  const isBundled = () => bundle > 0
  const drawing = { colour, zoom, edges: plotted.edges, isBundled }
  const done: Promise<HTMLCanvasElement>[] = []
  let shown = view
  let current = size
  let bundle = fitting()
  const mounted = plotted.lanes.map((lane, i): Mounted => {
    const brush: Brush = { ...drawing, reach: Math.max(...lane.ticks.map(Math.abs)) }
    const composed = compose(lane.layers, brush)
    const box = host.appendChild(document.createElement('div'))
    const last = i === plotted.lanes.length - 1
    const drawn = Promise.withResolvers<HTMLCanvasElement>()
    done.push(drawn.promise)
    const options = optionsOf(lane, composed, { brush, last, plotted, size: sizeOf(i, size) })
    options.hooks = {
      ...options.hooks,
      drawSeries: [
        (self, index) => {
          const columns = composed.bundled.get(index)
          if (columns && isBundled()) drawBundled(self, index, columns)
          const signed = composed.signed.get(index)
          if (signed) drawSigns(self, index, signed, uPlot.pxRatio * zoom)
        },
      ],
      draw: [...(options.hooks?.draw ?? []), ({ ctx }) => drawn.resolve(ctx.canvas)],
    }
    const dataOf = bundles(x, composed.values)
    const plot = new uPlot(options, dataOf(bundle), box)
    return { plot, composed, box, dataOf }
  })
  show(view)

  function sizeOf(i: number, { width, height }: Size): Size {
    return { width: width * zoom, height: (heightsOf(plotted.lanes, height)[i] ?? 0) * zoom }
  }
  /** Steps per bundle that suit the current view. */
  function fitting() {
    const visible = stepAt(plotted.edges, shown[1]) - stepAt(plotted.edges, shown[0])
    return bundleSize(visible, current.width)
  }
  function show(range: Range) {
    shown = range
    const before = bundle
    bundle = fitting()
    for (const { plot, dataOf } of mounted)
      plot.batch(() => {
        if (bundle !== before) plot.setData(dataOf(bundle), false)
        plot.setScale('x', { min: range[0], max: range[1] })
      })
  }
  const left = ({ over }: uPlot) => over.offsetLeft

  return {
    show,
    resize(to) {
      current = to
      mounted.forEach(({ plot }, i) => {
        plot.setSize(sizeOf(i, to))
      })
    },
    dots(step) {
      const at = x[step]
      const [first] = mounted
      if (at === undefined || !first || at < shown[0] || at > shown[1]) return null
      const across = left(first.plot) + first.plot.valToPos(at, 'x')
      const dots = mounted.flatMap((one) => dotsOf(one, step, across))
      return {
        x: across / zoom,
        dots: dots.map((dot) => ({ ...dot, x: dot.x / zoom, y: dot.y / zoom })),
      }
    },
    drawn: Promise.all(done),
    destroy() {
      for (const { plot, box } of mounted) {
        plot.destroy()
        box.remove()
      }
    },
  }
}

const dotsOf = ({ plot, composed, box }: Mounted, step: number, x: number): PlacedDot[] =>
  composed.dots.flatMap(({ line, values }) => {
    const value = values[step] ?? null
    return value === null
      ? []
      : [{ line, x, y: box.offsetTop + plot.over.offsetTop + plot.valToPos(value, 'y') }]
  })
