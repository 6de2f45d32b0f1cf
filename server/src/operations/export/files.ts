import type { Entry } from './archive.ts'
import { type Cell, csvLine, NEWLINE } from './csv.ts'

type Row = Readonly<Record<string, Cell>>
type Pages<P> = () => AsyncIterable<P> | Iterable<P>

/** A file with content that is in memory. */
export const whole = (path: string, content: string | Buffer): Entry => ({
  path,
  async *content() {
    yield content
  },
})

export const json = (path: string, value: object) => whole(path, `${JSON.stringify(value, null, 2)}\n`)

/** A file of complete CSV lines below their header. */
export const csv = (path: string, header: readonly string[], pages: Pages<string>): Entry => ({
  path,
  async *content() {
    yield csvLine(header) + NEWLINE
    yield* pages()
  },
})

/** Rows as JSON lines, and as CSV with these columns. */
export const table = <R extends Row>(
  name: string,
  columns: readonly (keyof R & string)[],
  pages: Pages<readonly R[]>,
): Entry[] => [
  {
    path: `${name}.json`,
    async *content() {
      let opening = '['
      for await (const rows of pages()) {
        yield `${opening}\n${rows.map((row) => JSON.stringify(row)).join(',\n')}`
        opening = ','
      }
      yield opening === '[' ? '[]\n' : '\n]\n'
    },
  },
  csv(`${name}.csv`, columns, async function* () {
    for await (const rows of pages())
      yield rows.map((row) => csvLine(columns.map((column) => row[column])) + NEWLINE).join('')
  }),
]
