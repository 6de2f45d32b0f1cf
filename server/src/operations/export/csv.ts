export const NEWLINE = '\r\n'

export type Cell = string | number | boolean | Date | null | undefined | object

/** Text that a spreadsheet could interpret as a formula (OWASP, CSV injection). */
const LIKE_A_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
/**
 * Where a formula would begin in a spreadsheet that does not separate at commas, as those of many languages: to that, quotes within
 * what it takes for a cell mean nothing.
 */
const FORMULA_INSIDE = /(?<=[;\t\r\n])(?="*[=+\-@＝＋－＠])/g
const NEEDS_QUOTES = /[",;\t\r\n]/

const quoted = (text: string) => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const textCell = (text: string) =>
  quoted(`${LIKE_A_FORMULA.test(text) ? "'" : ''}${text.replace(FORMULA_INSIDE, "'")}`)

function cell(value: Cell): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return textCell(value)
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? textCell(JSON.stringify(value)) : String(value)
}

/** Returns one line of CSV (RFC 4180) without its line end: unknown values are empty, lists and objects are JSON. */
export const csvLine = (cells: readonly Cell[]) => cells.map(cell).join()

/** Returns a line for programs: nothing keeps a spreadsheet from reading text as a formula, and every character is exact. */
export const exactCsvLine = (cells: readonly string[]) => cells.map(quoted).join()
