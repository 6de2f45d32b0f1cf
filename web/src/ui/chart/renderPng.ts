import type { Plotted, Range, Token } from './lane.ts'
import { FONT, type Size } from './layout.ts'
import { paletteOf } from './paint.ts'
import { mountPlots } from './plots.ts'

/** Text around the chart in an exported picture. */
export type Caption = {
  readonly title: string
  readonly subtitle: string
  readonly legend: readonly { readonly line: Token; readonly word: string }[]
  readonly foot: string
}

/** Picture px per design px. */
const SHARP = 2
const PADDING = 24
const HEAD = 92
const FOOT = 36

/** Renders a chart as a PNG at twice its size. `host` provides the colours. */
export async function renderPng(
  host: HTMLElement,
  plotted: Plotted,
  view: Range,
  { width, height }: Size,
  caption: Caption,
): Promise<Blob> {
  const aside = host.appendChild(document.createElement('div'))
  aside.style.cssText = 'position:absolute;visibility:hidden;pointer-events:none'
  const zoom = SHARP / window.devicePixelRatio
  const plots = mountPlots(aside, plotted, view, { width, height }, zoom)
  try {
    const lanes = await plots.drawn
    const sheet = document.createElement('canvas')
    sheet.width = (width + 2 * PADDING) * SHARP
    sheet.height = (HEAD + height + FOOT + PADDING) * SHARP
    const context = sheet.getContext('2d')
    if (!context) throw new Error('no canvas')
    const colour = paletteOf(host)
    context.fillStyle = colour('--ks-surface')
    context.fillRect(0, 0, sheet.width, sheet.height)
    let top = HEAD * SHARP
    for (const lane of lanes) {
      context.drawImage(lane, PADDING * SHARP, top)
      top += lane.height
    }
    context.scale(SHARP, SHARP)
    write(context, caption, { width: width + 2 * PADDING, height: HEAD + height + FOOT + PADDING }, colour)
    return await new Promise((done, failed) =>
      sheet.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png'),
    )
  } finally {
    plots.destroy()
    aside.remove()
  }
}

function write(
  context: CanvasRenderingContext2D,
  { title, subtitle, legend, foot }: Caption,
  { height }: Size,
  colour: ReturnType<typeof paletteOf>,
) {
  const text = (words: string, x: number, y: number, font: string, token: Token) => {
    context.font = `${font} ${FONT}`
    context.fillStyle = colour(token)
    context.fillText(words, x, y)
  }
  text(title, PADDING, 34, '600 18px', '--ks-text')
  const after = context.measureText(title).width
  text(subtitle, PADDING + after + 12, 34, '14px', '--ks-text2')
  let x = PADDING
  for (const { line, word } of legend) {
    context.fillStyle = colour(line)
    context.fillRect(x, 58, 14, 6)
    text(word, x + 20, 66, '13px', '--ks-text2')
    x += context.measureText(word).width + 44
  }
  text(foot, PADDING, height - PADDING + 4, '12px', '--ks-text3')
}
