import type { Range, Token } from '../lane.ts'
import { across, FONT } from '../layout.ts'
import { clusters, type Mark } from '../Marks.tsx'
import type { Palette } from '../paint.ts'
import { drawSample, SAMPLE, type Sample } from '../signs/sample.ts'

/** Text around the chart in an exported picture. */
export type Caption = {
  readonly title: string
  readonly subtitle: string
  readonly legend: readonly LegendEntry[]
  readonly eventsTitle: string
  /** What happened, chronological; numbered in the picture. */
  readonly events: readonly Mark[]
  /** Says how many events are left out; null if none are. */
  readonly more: string | null
  readonly foot: string
}
type LegendEntry = { readonly word: string; readonly sample: Sample }

const LEGEND_FONT = `13px ${FONT}`
const TITLE_Y = 34
const SUBTITLE_Y = 58
const LEGEND_Y = 86
const ROW = 24
const BESIDE = 8
const APART = 22
/** Height of the numbers below the axis, and of a line of text. */
const STRIP = 24
const LINE = 20
const FOOT = 40
const BADGE = 9

/** An entry and where it begins, design px from the left. */
type Placed = LegendEntry & { readonly x: number }

/** Breaks the legend into rows of a width. */
export function measureCaption(
  context: CanvasRenderingContext2D,
  { legend }: Caption,
  width: number,
): readonly (readonly Placed[])[] {
  context.font = LEGEND_FONT
  const rows: Placed[][] = []
  let x = 0
  for (const entry of legend) {
    const wide = SAMPLE.width + BESIDE + context.measureText(entry.word).width
    if (rows.length === 0 || x + wide > width) {
      rows.push([])
      x = 0
    }
    rows.at(-1)?.push({ ...entry, x })
    x += wide + APART
  }
  return rows
}

/** Height above the chart. */
export const headOf = (legend: readonly unknown[]) => LEGEND_Y + ROW * legend.length

/** Height below it. */
export const tailOf = ({ events, more }: Caption) =>
  (events.length > 0 ? STRIP + LINE * (events.length + 1 + (more === null ? 0 : 1)) : 0) + FOOT

type Place = {
  readonly legend: readonly (readonly Placed[])[]
  /** Where the chart ends. */
  readonly below: number
  readonly width: number
  readonly view: Range
  readonly colour: Palette
}

/** Writes the caption around a chart whose left end is at 0; design px. */
export function drawCaption(context: CanvasRenderingContext2D, caption: Caption, place: Place) {
  const { colour, legend, below } = place
  const text = (words: string, x: number, y: number, font: string, token: Token) => {
    context.font = `${font} ${FONT}`
    context.fillStyle = colour(token)
    context.fillText(words, x, y)
  }
  text(caption.title, 0, TITLE_Y, '600 18px', '--ks-text')
  text(caption.subtitle, 0, SUBTITLE_Y, '14px', '--ks-text2')
  legend.forEach((row, i) => {
    const y = LEGEND_Y + ROW * i
    for (const { sample, word, x } of row) {
      drawSample(context, sample, [x, y - 4], colour)
      text(word, x + SAMPLE.width + BESIDE, y, '13px', '--ks-text2')
    }
  })
  const { events, eventsTitle, more, foot } = caption
  if (events.length > 0) {
    drawNumbers(context, events, place)
    const lines = [...events.map(({ label }, i) => `${i + 1}  ${label}`), ...(more === null ? [] : [more])]
    const first = below + STRIP + LINE
    text(eventsTitle, 0, first - 4, '600 13px', '--ks-text')
    lines.forEach((line, i) => {
      text(line, 0, first + LINE * (i + 1) - 4, '13px', '--ks-text2')
    })
  }
  text(foot, 0, below + tailOf(caption) - 14, '12px', '--ks-text3')
}

/** Numbers the events below the axis; those too close together share one badge. */
function drawNumbers(
  context: CanvasRenderingContext2D,
  events: readonly Mark[],
  { below, width, view, colour }: Place,
) {
  const [left, right] = across({ width, height: 0 })
  const [from, to] = view
  context.font = `600 11px ${FONT}`
  context.textAlign = 'center'
  for (const cluster of clusters(events, view, right - left)) {
    const [first] = cluster
    const last = cluster.at(-1)
    if (!first || !last) continue
    const [low, high] = [events.indexOf(first) + 1, events.indexOf(last) + 1]
    const words = low === high ? String(low) : `${low}–${high}`
    const half = Math.max(BADGE, context.measureText(words).width / 2 + 5)
    const at = left + ((Math.max(from, first.at) - from) / (to - from)) * (right - left)
    const [x, y] = [Math.min(right - half, Math.max(left + half, at)), below + STRIP / 2]
    context.strokeStyle = colour('--ks-line-strong')
    context.lineWidth = 1
    context.beginPath()
    context.roundRect(x - half, y - BADGE, 2 * half, 2 * BADGE, BADGE)
    context.stroke()
    context.fillStyle = colour('--ks-text')
    context.fillText(words, x, y + 4)
  }
  context.textAlign = 'left'
}
