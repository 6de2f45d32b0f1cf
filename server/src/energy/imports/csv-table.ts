import { setImmediate as turn } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'

/** A line of a file, counted from 1, and its cells. */
export type Row = { readonly line: number; readonly cells: readonly string[] }

/** A file that is not CSV; the reason is for the log. */
export class NotCsv extends Error {}

/** Home Assistant writes a column for each hour, so that a year's header is a quarter of a megabyte. */
const MAX_RECORD = 1024 * 1024
/** Five years of hours. */
const MAX_CELLS = 44_000
/** How much is parsed before yielding to others. */
const CHUNK_BYTES = 32 * 1024
const DELIMITERS = [',', ';', '\t', '|']
const HEAD_BYTES = 64 * 1024

/** Returns the most frequent delimiter of the first lines. */
function delimiterOf(bytes: Buffer): string {
  const head = bytes.toString('utf8', 0, HEAD_BYTES).split('\n', 3).join('\n')
  const [most = ','] = DELIMITERS.toSorted((a, b) => head.split(b).length - head.split(a).length)
  return most
}

/** Yields the lines of a CSV file. Throws `NotCsv`. */
export async function* rowsOf(bytes: Buffer): AsyncGenerator<Row> {
  if (bytes.includes(0)) throw new NotCsv('there is a zero byte')
  const parser = parse({
    ...{ bom: true, trim: true, skip_empty_lines: true, relax_column_count: true, relax_quotes: true },
    ...{ delimiter: delimiterOf(bytes), max_record_size: MAX_RECORD, info: true },
  })
  const fed = feed()
  try {
    for await (const { info, record } of parser) {
      if (record.length > MAX_CELLS) throw new NotCsv('a line has too many cells')
      yield { line: info.lines, cells: record }
    }
  } catch (error) {
    throw error instanceof CsvError ? new NotCsv(error.message) : error
  } finally {
    parser.destroy()
    await fed
  }

  async function feed() {
    for (let at = 0; at < bytes.length && !parser.destroyed; at += CHUNK_BYTES) {
      parser.write(bytes.subarray(at, at + CHUNK_BYTES))
      while (parser.writableNeedDrain && !parser.destroyed) await turn()
      await turn()
    }
    if (!parser.destroyed) parser.end()
  }
}
