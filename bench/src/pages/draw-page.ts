// Runs in the page of draw.ts: draws the same four lines of a year with three libraries.

import { timeTicks } from '@kellersonne/web/ui/chart/axis/ticks'
import type { Lane, Plotted, Range } from '@kellersonne/web/ui/chart/lane'
import { mountPlots } from '@kellersonne/web/ui/chart/plots'
import { zoomed } from '@kellersonne/web/ui/chart/view'
import { Chart, LinearScale, LineController, LineElement, PointElement } from 'chart.js'
import { LineChart } from 'echarts/charts'
import { GridComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

const SIZE = { width: 1160, height: 560 }
const QUARTER_MS = 900_000
const LINES = ['--ks-pv', '--ks-battery', '--ks-grid-import', '--ks-load'] as const

use([LineChart, GridComponent, CanvasRenderer])
Chart.register(LineController, LineElement, LinearScale, PointElement)

/** Generates a year of quarters of four powers in W: the sun's arc, clouds and appliances. */
function year(count: number) {
  const at = Array.from({ length: count + 1 }, (_, i) => Date.UTC(2026, 0, 1) + i * QUARTER_MS)
  const noise = (n: number) => Math.abs((Math.sin(n * 12.9898) * 43_758.5453) % 1)
  const lines = LINES.map((_, line) =>
    at.slice(1).map((_, i) => {
      const sun = Math.max(0, Math.sin(((i % 96) / 96 - 0.25) * 2 * Math.PI))
      return Math.round(sun * 1000 * (line + 1) * (0.4 + noise(i >> 5)) + 900 * noise(i * (line + 3)))
    }),
  )
  return { at, lines }
}
type Year = ReturnType<typeof year>

/** Reads a pixel, which forces all pending drawing on the canvas. */
const settled = (canvas: HTMLCanvasElement | null) => canvas?.getContext('2d')?.getImageData(0, 0, 1, 1)

function place() {
  const host = document.body.appendChild(document.createElement('div'))
  host.style.cssText = `position:relative;width:${SIZE.width}px;height:${SIZE.height}px`
  return host
}

function plottedOf({ at, lines }: Year): Plotted {
  const lane: Lane = {
    id: 'power',
    title: 'Leistung in kW',
    share: 1,
    ticks: [0, 2000, 4000, 6000],
    tickLabel: (value) => String(value / 1000),
    layers: lines.map((values, i) => ({ kind: 'line', line: LINES[i] ?? '--ks-load', name: '', values })),
  }
  return {
    lanes: [lane],
    edges: at,
    ticks: (view, most) =>
      timeTicks(view, most, 'Europe/Berlin').map((tick) => ({ at: tick.at, label: tick.day })),
    spans: [],
    now: null,
  }
}

const bounds = ({ at }: Year): Range => [at[0] ?? 0, at.at(-1) ?? 1]

async function ours(data: Year, host: HTMLElement) {
  const plots = mountPlots(host, plottedOf(data), bounds(data), SIZE)
  await plots.drawn
  settled(host.querySelector('canvas'))
  return () => plots.destroy()
}

function byECharts(data: Year, host: HTMLElement) {
  const chart = init(host, null, SIZE)
  chart.setOption({
    animation: false,
    xAxis: { type: 'time' },
    yAxis: { type: 'value' },
    series: data.lines.map((values) => ({
      type: 'line',
      showSymbol: false,
      data: values.map((value, i) => [data.at[i], value]),
    })),
  })
  chart.getZr().flush()
  settled(host.querySelector('canvas'))
  return () => chart.dispose()
}

function byChartJs(data: Year, host: HTMLElement) {
  const canvas = host.appendChild(document.createElement('canvas'))
  Object.assign(canvas, SIZE)
  const chart = new Chart(canvas, {
    type: 'line',
    data: {
      datasets: data.lines.map((values, line) => ({
        data: values.map((value, i) => ({ x: data.at[i] ?? 0, y: value })),
        borderColor: ['#a67200', '#cb5218', '#4d61d6', '#4a453c'][line] ?? '#000',
        borderWidth: 1.5,
        pointRadius: 0,
      })),
    },
    options: {
      animation: false,
      responsive: false,
      parsing: false,
      normalized: true,
      scales: { x: { type: 'linear' }, y: { type: 'linear' } },
    },
  })
  settled(canvas)
  return () => chart.destroy()
}

const libraries = { ours, echarts: byECharts, chartJs: byChartJs }
export type Library = keyof typeof libraries

/** Resolves to the ms a library takes to draw a year of quarters for the first time. */
async function firstDraw(name: Library, count: number): Promise<number> {
  const data = year(count)
  const host = place()
  const begun = performance.now()
  const end = await libraries[name](data, host)
  const took = performance.now() - begun
  end()
  host.remove()
  return took
}

/** Resolves to the ms of each of `steps` steps that zoom into a year and out again. */
async function zoomSteps(count: number, steps: number): Promise<number[]> {
  const data = year(count)
  const host = place()
  const plots = mountPlots(host, plottedOf(data), bounds(data), SIZE)
  await plots.drawn
  let view = bounds(data)
  const took: number[] = []
  for (let i = 0; i < steps; i += 1) {
    view = zoomed(view, bounds(data), Date.UTC(2026, 5, 9), i < steps / 2 ? 0.85 : 1 / 0.85)
    const begun = performance.now()
    plots.show(view)
    await Promise.resolve()
    settled(host.querySelector('canvas'))
    took.push(performance.now() - begun)
    await new Promise((done) => requestAnimationFrame(done))
  }
  plots.destroy()
  host.remove()
  return took
}

declare global {
  interface Window {
    drawing?: { firstDraw: typeof firstDraw; zoomSteps: typeof zoomSteps }
  }
}
window.drawing = { firstDraw, zoomSteps }
