import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubCanvas } from '../../../test/canvas.ts'
import { attachGestures } from './gestures.ts'
import { press } from './keys.ts'
import type { Range } from './lane.ts'
import { type ChartState, chartState } from './state.ts'

const HOUR = 3_600_000
const edges = Array.from({ length: 25 }, (_, i) => i * HOUR)
const day: Range = [0, 24 * HOUR]
/** The chart is centred on the page, its plots in the chart: 20 px per hour. */
const CHART = 100
const PLOTS = [60, 540] as const

let element: HTMLElement
let state: ChartState
let end: () => void

beforeEach(() => {
  stubCanvas({ width: 600, height: 300 })
  element = document.body.appendChild(document.createElement('div'))
  vi.spyOn(element, 'getBoundingClientRect').mockReturnValue(new DOMRect(CHART, 0, 600, 300))
  state = chartState(day)
  end = attachGestures({ element, state, across: () => PLOTS, edges })
})
afterEach(() => {
  end()
  element.remove()
})

const mouse = (hour: number, more = {}) => ({
  clientX: CHART + PLOTS[0] + 20 * hour,
  ...{ pointerId: 1, pointerType: 'mouse', button: 0, ...more },
})
const touch = (hour: number, pointerId = 1) => mouse(hour, { pointerType: 'touch', pointerId })
const pull = (from: object, to: object) => {
  fireEvent.pointerDown(element, from)
  fireEvent.pointerMove(element, to)
  fireEvent.pointerUp(element, to)
}
const hours = () => state.getState().view.map((at) => Math.round((1000 * at) / HOUR) / 1000)

describe('by mouse', () => {
  it.each([
    ['to the right', 6, 18],
    ['to the left', 18, 6],
  ])('CHT-08 a box pulled %s is what is seen then', (_, from, to) => {
    fireEvent.pointerDown(element, mouse(from))
    fireEvent.pointerMove(element, mouse(to))
    expect(state.getState().selecting).toEqual([PLOTS[0] + 120, PLOTS[0] + 360])
    fireEvent.pointerUp(element, mouse(to))
    expect([hours(), state.getState().selecting]).toEqual([[6, 18], null])
  })

  it('CHT-08 a box goes on while the chart is drawn anew, as when data arrives', () => {
    fireEvent.pointerDown(element, mouse(6))
    fireEvent.pointerMove(element, mouse(8))
    end()
    end = attachGestures({ element, state, across: () => PLOTS, edges })
    fireEvent.pointerMove(element, mouse(18))
    fireEvent.pointerUp(element, mouse(18))
    expect(hours()).toEqual([6, 18])
  })

  it('CHT-08 a box within what is seen is of that', () => {
    pull(mouse(12), mouse(24))
    pull(mouse(6), mouse(12))
    expect(hours()).toEqual([15, 18])
  })

  it('CHT-08 a press and a box that is broken off change nothing', () => {
    pull(mouse(12), mouse(12.4))
    fireEvent.pointerDown(element, mouse(12))
    fireEvent.pointerMove(element, mouse(24))
    fireEvent.pointerCancel(element, mouse(24))
    expect([hours(), state.getState().selecting]).toEqual([[0, 24], null])
  })

  it('CHT-08 the step under the pointer is the one looked at, until it leaves', () => {
    fireEvent.pointerMove(element, mouse(6.5))
    expect(state.getState().cursor).toBe(6)
    fireEvent.pointerLeave(element, mouse(30))
    expect(state.getState().cursor).toBeNull()
  })

  const turn = (deltaY: number, more = {}) => fireEvent.wheel(element, { ...mouse(6), deltaY, ...more })
  const CLOSER = -Math.LN2 / 0.0022

  it('CHT-08 the wheel scrolls the page, and one hint says how to zoom', () => {
    expect([turn(100), turn(CLOSER), hours()]).toEqual([true, true, [0, 24]])
    expect(state.getState().hinting).toBe(true)
    fireEvent.pointerLeave(element, mouse(30))
    expect([turn(CLOSER), state.getState().hinting]).toEqual([true, false])
    state.setState({ view: [0, 12 * HOUR] })
    expect([turn(100), turn(CLOSER), hours()]).toEqual([true, true, [0, 12]])
  })

  it.each(['ctrlKey', 'metaKey'])('CHT-08 with %s the wheel zooms around the pointer', (key) => {
    expect(turn(CLOSER, { [key]: true })).toBe(false)
    expect(hours()).toEqual([3, 15])
    expect(turn(9999, { [key]: true })).toBe(false)
    expect([hours(), turn(9999, { [key]: true })]).toEqual([[0, 24], false])
  })

  it('CHT-08 fingers apart on a trackpad, which are small turns, zoom faster', () => {
    for (let i = 0; i < 4; i += 1) turn(-25 * Math.LN2, { ctrlKey: true })
    expect(hours()).toEqual([3, 15])
  })

  it('CHT-08 once pressed the wheel zooms, until the pointer leaves', () => {
    pull(mouse(12), mouse(12))
    expect([turn(100), turn(CLOSER), hours()]).toEqual([true, false, [3, 15]])
    expect([turn(9999), turn(9999), hours()]).toEqual([false, true, [0, 24]])
    fireEvent.pointerLeave(element, mouse(30))
    expect([turn(CLOSER), hours()]).toEqual([true, [0, 24]])
  })

  it('CHT-08 focused the wheel zooms, until the focus leaves or Escape is pressed', () => {
    fireEvent.focus(element)
    expect([turn(CLOSER), hours()]).toEqual([false, [3, 15]])
    press('Escape', state, edges)
    expect([turn(CLOSER), hours()]).toEqual([true, [0, 24]])
    fireEvent.focus(element)
    fireEvent.blur(element)
    expect([turn(CLOSER), hours()]).toEqual([true, [0, 24]])
  })

  it('CHT-08 sideways the wheel moves what is zoomed', () => {
    expect(fireEvent.wheel(element, { ...mouse(6), deltaX: 240 })).toBe(true)
    state.setState({ view: [3 * HOUR, 15 * HOUR] })
    expect(fireEvent.wheel(element, { ...mouse(6), deltaX: 240 })).toBe(false)
    expect(hours()).toEqual([9, 21])
  })

  it('CHT-08 with shift it moves what is seen; pressed twice it shows all', () => {
    pull(mouse(0), mouse(12))
    pull(mouse(12, { shiftKey: true }), mouse(6, { shiftKey: true }))
    expect(hours()).toEqual([3, 15])
    fireEvent.dblClick(element)
    expect(hours()).toEqual([0, 24])
  })
})

describe('by touch', () => {
  it('CHT-08 a finger shows the step it lies on, and moves what is zoomed', () => {
    pull(touch(6.5), touch(7.5))
    expect([state.getState().cursor, hours()]).toEqual([7, [0, 24]])
    state.setState({ view: [0, 12 * HOUR] })
    pull(touch(12), touch(6))
    expect(hours()).toEqual([3, 15])
  })

  it('CHT-08 two fingers apart zoom around the middle between them', () => {
    fireEvent.pointerDown(element, touch(10, 1))
    fireEvent.pointerDown(element, touch(14, 2))
    fireEvent.pointerMove(element, touch(18, 2))
    expect(hours()).toEqual([7, 19])
  })
})

it('CHT-08 follows nothing any more once it has ended', () => {
  end()
  pull(mouse(12), mouse(24))
  fireEvent.pointerMove(element, mouse(6))
  expect([hours(), state.getState().cursor]).toEqual([[0, 24], null])
})
