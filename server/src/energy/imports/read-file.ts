import type { ImportFormat, MappedColumn } from '@kellersonne/contract/energy/imports'
import { collector } from './collector.ts'
import { type Row, rowsOf } from './csv-table.ts'
import { type Format, HEAD_LINES, type Opened } from './formats/format.ts'
import { formats } from './formats/formats.ts'
import { instantReader, type RefusedReason } from './instants.ts'
import { type PackedEnergies, pack } from './packed.ts'

export type ReadOptions = {
  /** null: the file's own, or that of the system. */
  readonly format: ImportFormat | null
  readonly columns: readonly MappedColumn[] | null
  readonly timeZone: string
  readonly now: Date
}
/** The contents of a file. `format` null: the format is unknown, and no columns are named. */
export type ReadFile = {
  readonly format: ImportFormat | null
  readonly header: readonly string[]
  readonly energies: PackedEnergies
  readonly refused: number
  readonly refusedLines: readonly { readonly line: number | null; readonly reason: RefusedReason }[]
}

const MOST_NAMES = 100
const MOST_CHARACTERS = 80
const shortened = (header: readonly string[]) =>
  header.slice(0, MOST_NAMES).map((name) => name.slice(0, MOST_CHARACTERS))

function openedOf(head: readonly Row[], { format, columns }: ReadOptions): [Format, Opened] | null {
  for (const one of formats) {
    if (format !== null && one.id !== format) continue
    const opened = one.open(head, columns)
    if (opened) return [one, opened]
  }
  return null
}

/** How many lines are read between two looks at the time they take. */
const LOOK_LINES = 64

/**
 * Reads a CSV file from another portal, or our own export. Throws `NotCsv`, `FileTooLarge`. `checkTime` is called
 * every now and then, and may throw.
 */
export async function readFile(
  bytes: Buffer,
  options: ReadOptions,
  checkTime: () => void = () => undefined,
): Promise<ReadFile> {
  const head: Row[] = []
  const collected = collector(options.now)
  const file: { opened: [Format, Opened] | null } = { opened: null }
  let instantOf = instantReader(options.timeZone)
  function open() {
    file.opened = openedOf(head, options)
    const zone = file.opened?.[1].timeZone
    if (zone !== undefined) instantOf = instantReader(zone)
  }
  const takeHead = () => {
    open()
    for (const row of head.slice(file.opened?.[1].headLines)) take(row)
  }
  const take = ({ line, cells }: Row) => {
    const opened = file.opened?.[1]
    if (opened) collected.line(line, () => opened.take(cells, instantOf))
  }
  let count = 0
  for await (const row of rowsOf(bytes)) {
    count += 1
    if (count % LOOK_LINES === 0) checkTime()
    if (count <= HEAD_LINES) head.push(row)
    else take(row)
    if (count === HEAD_LINES) {
      takeHead()
      if (!file.opened) break
    }
  }
  if (count < HEAD_LINES) takeHead()
  const [format, opened] = file.opened ?? [null, null]
  const header = opened?.header ?? head[0]?.cells ?? []
  const { energies, ...refusals } = collected.finish()
  return { format: format?.id ?? null, header: shortened(header), energies: pack(energies), ...refusals }
}
