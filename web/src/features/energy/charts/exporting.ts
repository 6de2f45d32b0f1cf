import { withChunkTimeout } from '../../../platform/chunkFault.ts'
import type { Language } from '../../../platform/i18n/bundles.ts'
import { saveFile } from '../../../platform/saveFile.ts'
import type { Plotted, Range } from '../../../ui/chart/lane.ts'
import { captionOf, type Source } from './caption.ts'
import type { DataColumn } from './columns.ts'
import { csvFile, csvPieces } from './csv.ts'
import type { Localizer } from './model/layers.ts'
import type { Shown } from './model/useGraph.ts'

/** The visible steps: the first one, and the first one after them. */
export function stepsSeen(edges: readonly number[], [from, until]: Range): readonly [number, number] {
  const first = edges.findIndex((edge, i) => (edges[i + 1] ?? edge) > from)
  const end = edges.findIndex((edge) => edge >= until)
  return [Math.max(0, first), end < 0 ? edges.length - 1 : Math.min(end, edges.length - 1)]
}

/** Keeps only the rows between two steps. */
export const cutColumns = (
  columns: readonly DataColumn[],
  [first, end]: readonly [number, number],
): DataColumn[] => columns.map((column) => ({ ...column, values: column.values.slice(first, end) }))

const nameOf = ({ selection: { period, date } }: Shown, name: string) =>
  `kellersonne-${name.replaceAll(/[^\w-]+/g, '-').toLowerCase()}-${date.slice(0, { day: 10, month: 7, year: 4 }[period])}`

/** Saves the visible range as a CSV file (CHT-04). */
export async function saveCsv(
  shown: Shown,
  columns: readonly DataColumn[],
  view: Range,
  { name, timeName, language }: { name: string; timeName: string; language: Language },
) {
  const seen = stepsSeen(shown.data.edges, view)
  const sheet = {
    timeName,
    columns: cutColumns(columns, seen),
    starts: shown.data.edges.slice(...seen),
    timeZone: shown.data.timeZone,
  }
  saveFile(await csvFile(csvPieces(sheet, language)), `${nameOf(shown, name)}.csv`)
}

/** Saves the visible range as a picture. */
export async function savePicture(
  host: HTMLElement,
  shown: Shown,
  plotted: Plotted,
  { source, speech }: { source: Source; speech: Localizer },
) {
  const { renderPng: picture } = await withChunkTimeout(import('../../../ui/chart/picture/renderPng.ts'))
  const size = { width: 1200, height: 280 + 140 * plotted.lanes.length }
  const file = await picture(
    host,
    plotted,
    source.view,
    size,
    captionOf(shown, plotted.lanes, source, speech),
  )
  saveFile(file, `${nameOf(shown, source.name)}.png`)
}
