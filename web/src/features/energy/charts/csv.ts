import type { Language } from '../../../platform/i18n/i18n.ts'
import { wallClock } from '../../../ui/chart/wallClock.ts'
import type { DataColumn } from './columns.ts'
import { isoWithOffset } from './model/dates.ts'

const NEWLINE = '\r\n'
/** Without it Excel takes UTF-8 for something else. */
const MARK = '\uFEFF'
const ROWS_AT_ONCE = 2000
/** What storage keeps: thousandths. */
const PRECISION = 1000

/** Whether a spreadsheet could take a text for a formula (OWASP, CSV injection). */
const LIKE_A_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/** A text that no spreadsheet reads as anything else. */
export function textCell(text: string): string {
  const harmless = LIKE_A_FORMULA.test(text) ? `'${text}` : text
  return /[",;\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

export type Sheet = {
  readonly timeName: string
  readonly columns: readonly DataColumn[]
  /** Where each row's step begins, ms. */
  readonly starts: readonly number[]
  readonly timeZone: string
}

/**
 * A CSV file (RFC 4180) in pieces, with a header row: times by ISO 8601 with their offset; in German with semicolons
 * and decimal commas. What is not known is empty.
 */
export function* csvPieces({ timeName, columns, starts, timeZone }: Sheet, language: Language) {
  const [separator, point] = language === 'de' ? [';', ','] : [',', '.']
  const clock = wallClock(timeZone)
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

/** Puts pieces together; the page stays alive between them. */
export async function csvFile(pieces: Iterable<string>): Promise<Blob> {
  const parts: string[] = []
  for (const piece of pieces) {
    parts.push(piece)
    await new Promise((done) => setTimeout(done))
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}
