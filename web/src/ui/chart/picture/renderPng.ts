import type { Plotted, Range } from '../lane.ts'
import type { Size } from '../layout.ts'
import { paletteOf } from '../paint.ts'
import { mountPlots } from '../plots.ts'
import { type Caption, drawCaption, headOf, measureCaption, tailOf } from './caption.ts'

/** Picture px per design px. */
const SHARP = 2
const PADDING = 24

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
    const context = sheet.getContext('2d')
    if (!context) throw new Error('no canvas')
    const legend = measureCaption(context, caption, width)
    const [head, tail] = [headOf(legend), tailOf(caption)]
    sheet.width = (width + 2 * PADDING) * SHARP
    sheet.height = (head + height + tail) * SHARP
    const colour = paletteOf(host)
    context.fillStyle = colour('--ks-surface')
    context.fillRect(0, 0, sheet.width, sheet.height)
    let top = head * SHARP
    for (const lane of lanes) {
      context.drawImage(lane, PADDING * SHARP, top)
      top += lane.height
    }
    context.scale(SHARP, SHARP)
    context.translate(PADDING, 0)
    drawCaption(context, caption, { legend, below: head + height, width, view, colour })
    return await new Promise((done, failed) =>
      sheet.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png'),
    )
  } finally {
    plots.destroy()
    aside.remove()
  }
}
