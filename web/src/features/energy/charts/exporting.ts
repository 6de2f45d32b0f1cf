import { withChunkTimeout } from '../../../platform/chunkFault.ts'
import { serverNow } from '../../../platform/clock/serverClock.ts'
import type { Language } from '../../../platform/i18n/i18n.ts'
import { saveFile } from '../../../platform/saveFile.ts'
import type { Plotted, Range } from '../../../ui/chart/lane.ts'
import type { Caption } from '../../../ui/chart/renderPng.ts'
import type { DataColumn } from './columns.ts'
import { csvFile, csvPieces } from './csv.ts'
import type { Localizer } from './model/layers.ts'
import { POWERS } from './model/series.ts'
import { periodText } from './model/times.ts'
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

/** The markers of the picture's legend. */
const legendOf = {
  pv: [['--ks-pv', 'pv']],
  battery: [['--ks-battery', 'battery']],
  grid: [
    ['--ks-grid-import', 'import'],
    ['--ks-feed-in', 'feedIn'],
  ],
  load: [['--ks-load', 'load']],
} as const

/** The text around the chart's picture. */
function captionOf({ data, shown, selection }: Shown, name: string, { t, f }: Localizer): Caption {
  const legend = POWERS.filter((measure) => shown.includes(measure)).flatMap((measure) =>
    legendOf[measure].map(([line, word]) => ({ line, word: t(`short.${word}`) })),
  )
  const { period, date, resolution, method } = selection
  const now = serverNow()
  return {
    title: `${name} · ${periodText(period, date, f)}`,
    subtitle: `${t(`resolutions.${resolution}`)} · ${t(`methods.${method}`)}`,
    legend,
    foot: `Kellersonne · ${data.timeZone} · ${f.date(now, data.timeZone)}, ${f.time(now, data.timeZone)}`,
  }
}

/** Saves the visible range as a picture. */
export async function savePicture(
  host: HTMLElement,
  shown: Shown,
  plotted: Plotted,
  view: Range,
  { name, speech }: { name: string; speech: Localizer },
) {
  const { renderPng: picture } = await withChunkTimeout(import('../../../ui/chart/renderPng.ts'))
  const size = { width: 1200, height: 280 + 140 * plotted.lanes.length }
  const file = await picture(host, plotted, view, size, captionOf(shown, name, speech))
  saveFile(file, `${nameOf(shown, name)}.png`)
}
