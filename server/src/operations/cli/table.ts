export type Cell = string | number | null

const shown = (cell: Cell) => (cell === null ? '–' : String(cell))

/** Formats rows under the names of their columns. */
export function table(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [columns, ...rows.map((row) => row.map(shown))]
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Formats names and values, one per line. */
export function list(entries: Readonly<Record<string, Cell>>): string {
  const width = Math.max(...Object.keys(entries).map((name) => name.length))
  return Object.entries(entries)
    .map(([name, cell]) => `${name.padEnd(width)}  ${shown(cell)}`)
    .join('\n')
}
