import { drawnScale } from '../styles/rem.ts'
import { type Range, stepAt } from './lane.ts'
import type { ChartState } from './state.ts'
import { clampView, isWhole, moved, zoomed } from './view.ts'

/** A shorter movement is a press, not a drag; design px. */
const PULL = 8
/** Zoom factor of the wheel. */
const WHEEL = 0.0022
/** Zoom factor of fingers on a trackpad, which arrive as small turns of the wheel with Ctrl. */
const PINCH = 0.01
/** Turns smaller than this are fingers on a trackpad; px. */
const NOTCH = 50

/** True once the hint was shown: once is enough, whichever chart it was. */
let hinted = false

type Target = {
  readonly element: HTMLElement
  readonly state: ChartState
  /** Left and right ends of the plots, design px from the chart's left. */
  readonly across: () => readonly [left: number, right: number]
  readonly edges: readonly number[]
}

/** Position of a pointer, design px from the chart's left. */
type Held = { readonly start: number; readonly x: number; readonly pans: boolean }

/** What is held in a chart stays held while it is drawn anew, as when data arrives in the middle of a drag. */
const heldIn = new WeakMap<ChartState, Map<number, Held>>()

/**
 * Zooms, pans, moves the cursor: mouse (drag, wheel, shift-drag), touch (pinch, drag). The wheel scrolls the page unless
 * Ctrl or ⌘ is held or the chart has been pressed or focused. Returns a stop function.
 */
export function attachGestures({ element, state, across, edges }: Target): () => void {
  const held = heldIn.get(state) ?? new Map<number, Held>()
  heldIn.set(state, held)
  const xOf = (event: MouseEvent) => (event.clientX - element.getBoundingClientRect().left) / drawnScale()
  const share = (x: number) => {
    const [left, right] = across()
    return (x - left) / Math.max(1, right - left)
  }
  const timeAt = (x: number, [from, to]: Range = state.getState().view) => from + share(x) * (to - from)
  const point = (x: number) => state.setState({ cursor: stepAt(edges, timeAt(x)) })
  const look = (view: Range) => state.setState({ view, hinting: false })
  const engage = () => state.setState({ engaged: true, hinting: false })
  const disengage = () => state.setState({ engaged: false, hinting: false })

  function pan(by: number) {
    const { view, bounds } = state.getState()
    look(moved(view, bounds, -(share(by) - share(0))))
  }

  function pinch(a: Held, b: Held, id: number, x: number) {
    const before = Math.max(20, Math.abs(a.x - b.x))
    const other = held.get(id) === a ? b : a
    const after = Math.max(20, Math.abs(x - other.x))
    const { view, bounds } = state.getState()
    const middle = timeAt((x + other.x) / 2, view)
    look(zoomed(view, bounds, middle, before / after))
  }

  function down(event: PointerEvent) {
    if (event.button !== 0) return
    element.setPointerCapture(event.pointerId)
    engage()
    const { view, bounds } = state.getState()
    const touched = event.pointerType !== 'mouse'
    const pans = touched ? !isWhole(view, bounds) : event.shiftKey
    held.set(event.pointerId, { start: xOf(event), x: xOf(event), pans })
    if (touched && held.size === 1) point(xOf(event))
  }

  function move(event: PointerEvent) {
    const x = xOf(event)
    const own = held.get(event.pointerId)
    const [a, b] = [...held.values()]
    if (!own) {
      if (event.pointerType === 'mouse') point(x)
      return
    }
    if (a && b) pinch(a, b, event.pointerId, x)
    else if (own.pans) pan(x - own.x)
    else {
      point(x)
      if (event.pointerType === 'mouse') state.setState({ selecting: sorted(own.start, x) })
    }
    held.set(event.pointerId, { ...own, x })
  }

  function up(event: PointerEvent) {
    const { selecting, bounds } = state.getState()
    held.delete(event.pointerId)
    state.setState({ selecting: null })
    if (selecting && selecting[1] - selecting[0] > PULL && event.type === 'pointerup')
      look(clampView([timeAt(selecting[0]), timeAt(selecting[1])], bounds))
  }

  /** Leaves a turn of the wheel to the page, and says once how it zooms. */
  function pass(whole: boolean) {
    if (!whole || hinted) return
    hinted = true
    state.setState({ hinting: true })
  }

  function wheel(event: WheelEvent) {
    const { view, bounds, engaged } = state.getState()
    const whole = isWhole(view, bounds)
    const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY)
    const keyed = event.ctrlKey || event.metaKey
    if (sideways ? whole : !keyed && engaged && whole && event.deltaY > 0) return
    if (!sideways && !keyed && !engaged) {
      pass(whole)
      return
    }
    event.preventDefault()
    const factor = event.ctrlKey && Math.abs(event.deltaY) < NOTCH ? PINCH : WHEEL
    if (sideways) pan(-event.deltaX)
    else look(zoomed(view, bounds, timeAt(xOf(event)), Math.exp(event.deltaY * factor)))
  }

  function leave(event: PointerEvent) {
    if (event.pointerType !== 'mouse') return
    disengage()
    if (held.size === 0) state.setState({ cursor: null })
  }
  const whole = () => look(state.getState().bounds)
  const ends = new AbortController()
  const { signal } = ends
  element.addEventListener('pointerdown', down, { signal })
  element.addEventListener('pointermove', move, { signal })
  element.addEventListener('pointerup', up, { signal })
  element.addEventListener('pointercancel', up, { signal })
  element.addEventListener('pointerleave', leave, { signal })
  element.addEventListener('focus', engage, { signal })
  element.addEventListener('blur', disengage, { signal })
  element.addEventListener('wheel', wheel, { signal, passive: false })
  element.addEventListener('dblclick', whole, { signal })
  return () => ends.abort()
}

const sorted = (a: number, b: number): Range => (a < b ? [a, b] : [b, a])
