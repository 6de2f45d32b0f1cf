import type { Language } from '../../../platform/i18n/bundles.ts'
import { createWallClock } from '../../../ui/chart/axis/wallClock.ts'
import type { DataColumn } from './columns.ts'
import { isoWithOffset } from './model/dates.ts'

const NEWLINE = '\r\n'
/** Byte order mark: without it Excel does not recognize UTF-8. */
const MARK = '\uFEFF'
const ROWS_AT_ONCE = 2000
/** Stored values have a precision of a thousandth. */
const PRECISION = 1000

/** Matches text a spreadsheet could take for a formula (OWASP, CSV injection). */
const LIKE_A_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/** Escapes text so that every spreadsheet reads it as text. */
export function textCell(text: string): string {
  const harmless = LIKE_A_FORMULA.test(text) ? `'${text}` : text
  return /[",;\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

export type Sheet = {
  readonly timeName: string
  readonly columns: readonly DataColumn[]
  /** The start of each row's step, ms. */
  readonly starts: readonly number[]
  readonly timeZone: string
}

/**
 * Generates a CSV file (RFC 4180) in chunks, with a header row: ISO 8601 times with offsets; in German with
 * semicolons and decimal commas. Unknown values are empty.
 */
export function* csvPieces({ timeName, columns, starts, timeZone }: Sheet, language: Language) {
  const [separator, point] = language === 'de' ? [';', ','] : [',', '.']
  const clock = createWallClock(timeZone)
  const number = (value: number | null | undefined) =>
    value === null || value === undefined
      ? ''
      : String(Math.round(value * PRECISION) / PRECISION).replace('.', point)
  const names = columns.map(({ name, unit }) => `${name} [${unit}]`)
  yield MARK + [timeName, ...names].map(textCell).join(separator) + NEWLINE
  for (let first = 0; first < starts.length; first += ROWS_AT_ONCE)
    yield starts
      .slice(first, first + ROWS_AT_ONCE)
      .map((at, i) =>
        [isoWithOffset(clock(at)), ...columns.map(({ values }) => number(values[first + i]))].join(separator),
      )
      .join(NEWLINE) + NEWLINE
}

/** Joins the chunks; yields to the event loop between them. */
export async function csvFile(pieces: Iterable<string>): Promise<Blob> {
  const parts: string[] = []
  for (const piece of pieces) {
    parts.push(piece)
    await new Promise((done) => setTimeout(done))
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}
