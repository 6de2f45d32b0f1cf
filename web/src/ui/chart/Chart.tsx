import 'uplot/dist/uPlot.min.css'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { usePreferences } from '../../platform/preferences.ts'
import { usePrinting } from '../../platform/printing.ts'
import { throttle } from '../hooks/throttle.ts'
import { drawnScale, rem } from '../styles/rem.ts'
import styles from './Chart.module.css'
import { attachGestures } from './gestures.ts'
import { press } from './keys.ts'
import type { Plotted } from './lane.ts'
import { across, type Size } from './layout.ts'
import { type Mark, Marks } from './Marks.tsx'
import { mountPlots, type Plots } from './plots.ts'
import type { ChartState } from './state.ts'
import { ZoomHint } from './ZoomHint.tsx'

type Props = {
  plotted: Plotted
  state: ChartState
  /** The chart's accessible name, and its keyboard help. */
  label: string
  help: string
  /** Says how the wheel zooms, to whoever turns it without. */
  zoomHint: string
  /** Describes a step in words. */
  describe: (step: number) => string
  /** Content beside the cursor; null if it is shown elsewhere. */
  tooltip?: ((step: number) => ReactNode) | null
  /** Null: there are none, and they need no room. */
  marks?: readonly Mark[] | null
  openMarks?: (marks: readonly Mark[]) => void
  /** True while the shown data is about to be replaced. */
  dimmed?: boolean
}

/** Lanes sharing one time axis and one cursor. */
export function Chart({
  plotted,
  state,
  label,
  help,
  zoomHint,
  describe,
  tooltip = null,
  marks = null,
  openMarks,
  dimmed,
}: Props) {
  const id = useId()
  const [host, setHost] = useState<HTMLElement | null>(null)
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const printing = usePrinting()
  const measured = useSize(host)
  const size = printing ? onPaper(plotted.lanes.length) : measured
  const plots = usePlots({ host, frame, plotted, state, size })
  const cursor = state(({ cursor: step }) => step)
  const keyed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (press(event.key, state, plotted.edges)) event.preventDefault()
  }
  const step = Math.min(cursor ?? 0, Math.max(0, plotted.edges.length - 2))
  return (
    <div className={styles.chart} data-dimmed={dimmed || undefined}>
      <div
        ref={setFrame}
        className={styles.frame}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-describedby={id}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, plotted.edges.length - 2)}
        aria-valuenow={step}
        aria-valuetext={describe(step)}
        onKeyDown={keyed}
        style={
          printing && size ? { flex: 'none', width: rem(size.width), height: rem(size.height) } : undefined
        }
      >
        <div ref={setHost} className={styles.host} />
        {plots && size && !printing && (
          <Crosshair plots={plots} size={size} state={state} tooltip={tooltip} />
        )}
        <ZoomHint state={state} text={zoomHint} />
      </div>
      <p id={id} className="visually-hidden">
        {help}
      </p>
      {size && marks && openMarks && <Marks size={size} state={state} marks={marks} open={openMarks} />}
    </div>
  )
}

/** Width of a chart within the margins of A4 and Letter, and heights that keep lanes legible; design px. */
const PAPER = { width: 640, least: 300, rest: 60, lane: 76 }
const onPaper = (lanes: number): Size => ({
  width: PAPER.width,
  height: Math.max(PAPER.least, PAPER.rest + PAPER.lane * lanes),
})

/** Minimum interval between redraws while resizing (SHL-07). */
const RESIZE_MS = 40

function useSize(element: HTMLElement | null): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    if (!element) return
    const measure = () => {
      const scale = drawnScale()
      setSize({ width: element.clientWidth / scale, height: element.clientHeight / scale })
    }
    measure()
    const { ask, end } = throttle(measure, RESIZE_MS)
    const observer = new ResizeObserver(ask)
    observer.observe(element)
    return () => {
      observer.disconnect()
      end()
    }
  }, [element])
  return size
}

type Wanted = {
  host: HTMLElement | null
  frame: HTMLElement | null
  plotted: Plotted
  state: ChartState
  size: Size | null
}

/** Mounts the plots, again whenever data or appearance changes, and keeps them in step with the view. */
function usePlots({ host, frame, plotted, state, size }: Wanted): Plots | null {
  const dark = usePreferences((preferences) => preferences.dark)
  const printing = usePrinting()
  const [plots, setPlots] = useState<Plots | null>(null)
  const newest = useRef(size)
  newest.current = size
  const sized = size !== null && size.width > 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read from the page when `dark` or `printing` changes
  useLayoutEffect(() => {
    if (!host || !frame || !sized || !newest.current) return
    const mounted = mountPlots(host, plotted, state.getState().view, newest.current, drawnScale())
    const where = () => across(newest.current ?? { width: 0, height: 0 })
    const target = { element: frame, state, across: where, edges: plotted.edges }
    const endGestures = attachGestures(target)
    let due = 0
    const forget = state.subscribe(({ view }, before) => {
      if (view === before.view) return
      cancelAnimationFrame(due)
      due = requestAnimationFrame(() => mounted.show(state.getState().view))
    })
    let gone = false
    void mounted.drawn.then(() => gone || setPlots(mounted))
    return () => {
      gone = true
      cancelAnimationFrame(due)
      forget()
      endGestures()
      mounted.destroy()
    }
  }, [host, frame, plotted, state, sized, dark, printing])

  useEffect(() => {
    if (plots && size) plots.resize(size)
  }, [plots, size])
  return plots
}

const TOOLTIP = 208
const BESIDE = 14

type Beside = { plots: Plots; size: Size; state: ChartState; tooltip: ((step: number) => ReactNode) | null }

/** The cursor across all lanes, its dots and its tooltip. */
function Crosshair({ plots, size, state, tooltip }: Beside) {
  const cursor = state((looking) => looking.cursor)
  const selecting = state((looking) => looking.selecting)
  state((looking) => looking.view)
  const placed = cursor === null ? null : plots.dots(cursor)
  const [, right] = across(size)
  return (
    <>
      {selecting && (
        <div
          className={styles.selection}
          style={{ left: rem(selecting[0]), width: rem(selecting[1] - selecting[0]) }}
        />
      )}
      {placed && cursor !== null && (
        <>
          <div className={styles.crosshair} style={{ transform: `translateX(${rem(placed.x)})` }} />
          {placed.dots.map(({ x, y, line }, i) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: a dot is identified by its position among the layers
              key={i}
              className={styles.dot}
              style={{ transform: `translate(${rem(x)}, ${rem(y)})`, backgroundColor: `var(${line})` }}
            />
          ))}
          {tooltip && (
            <div
              className={styles.tooltip}
              style={{
                transform: `translateX(${rem(placed.x + BESIDE + TOOLTIP > right ? placed.x - BESIDE - TOOLTIP : placed.x + BESIDE)})`,
              }}
            >
              {tooltip(cursor)}
            </div>
          )}
        </>
      )}
    </>
  )
}
