import { openSlices } from '../../platform/slices.ts'
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

/** Rows as JSON lines, and as CSV with these columns. Their texts are made in slices: rows may be large. */
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
        const lines = await openSlices().map(rows, (row) => JSON.stringify(row))
        yield `${opening}\n${lines.join(',\n')}`
        opening = ','
      }
      yield opening === '[' ? '[]\n' : '\n]\n'
    },
  },
  csv(`${name}.csv`, columns, async function* () {
    for await (const rows of pages()) {
      const cells = (row: R) => columns.map((column) => row[column])
      const lines = await openSlices().map(rows, (row) => csvLine(cells(row)) + NEWLINE)
      yield lines.join('')
    }
  }),
]
