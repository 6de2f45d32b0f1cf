import { rm, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { printedCode } from '@kellersonne/core/systems/keys'
import { CsvError, parse } from 'csv-parse/sync'
import * as z from 'zod/mini'
import { codeKeyOf, newCode, putCodes } from '../../../systems/codes.ts'
import { newUnitSecret } from '../../../systems/new-unit-secret.ts'
import { systemStore } from '../../../systems/store.ts'
import { csvLine, exactCsvLine, NEWLINE } from '../../export/csv.ts'
import { type ChangeJob, cannot } from '../command.ts'
import { readText, writeNew } from '../files.ts'
import { systemFields } from '../inputs.ts'

const MAX_BYTES = 50_000_000
const MAX_RECORD = 1000
/** So many wrong lines are named. */
const MOST_NAMED = 20

export const importInput = z.object({ file: z.string(), out: z.string('missing') })
const line = z.object(systemFields)
type Line = z.output<typeof line>
const parsedRow = z.object({ info: z.object({ lines: z.int() }), record: z.record(z.string(), z.string()) })
const COLUMNS = ['sn', 'phase', 'time_zone', 'secret']

/** Parses records with a header in the first line. Throws `StartupError` for what is no CSV. */
function recordsIn(text: string) {
  try {
    return z.array(parsedRow).parse(
      parse(text, {
        ...{ columns: true, info: true, bom: true, trim: true, skip_empty_lines: true },
        ...{ delimiter: [',', ';'], max_record_size: MAX_RECORD },
      }),
    )
  } catch (error) {
    throw error instanceof CsvError ? cannot(`The file is no CSV: ${error.message}.`) : error
  }
}

/** Parses systems with their line numbers. Throws `StartupError` that names the faults line by line. */
function readSystems(text: string): { line: number; system: Line }[] {
  const records = recordsIn(text)
  const [first] = records
  if (!first) throw cannot('There is no system in the file.')
  const names = Object.keys(first.record)
  const foreign = names.filter((name) => !COLUMNS.includes(name))
  const missing = ['sn', 'phase', 'time_zone'].filter((name) => !names.includes(name))
  if (foreign.length > 0) throw cannot(`There is no column ${foreign.join(', ')}: ${COLUMNS.join(', ')}.`)
  if (missing.length > 0) throw cannot(`The column ${missing.join(', ')} is missing.`)
  const faults: string[] = []
  const lines = new Map<string, number>()
  const systems = records.flatMap(({ info, record: { sn, phase, time_zone: timeZone, secret } }) => {
    const read = line.safeParse({ sn, phase, timeZone, secret: secret === '' ? undefined : secret })
    const before = lines.get(sn ?? '')
    if (before !== undefined) faults.push(`line ${info.lines}: ${sn} is on line ${before} already`)
    lines.set(sn ?? '', info.lines)
    if (read.success) return [{ line: info.lines, system: read.data }]
    for (const { path, message } of read.error.issues)
      faults.push(`line ${info.lines}: ${path.join('.').replace('timeZone', 'time_zone')}: ${message}`)
    return []
  })
  refuse(faults)
  return systems
}

function refuse(faults: readonly string[]) {
  if (faults.length === 0) return
  const more = faults.length > MOST_NAMED ? `\nand ${faults.length - MOST_NAMED} more` : ''
  throw cannot(`Nothing was imported.\n${faults.slice(0, MOST_NAMED).join('\n')}${more}`)
}

/** `system import`: adds all systems of a CSV file or none; writes their secrets and codes into a new file. */
export async function importSystems(
  { file, out }: z.output<typeof importInput>,
  { db, secret: ours, record }: ChangeJob,
) {
  const size = (await stat(file).catch(() => null))?.size ?? 0
  if (size > MAX_BYTES) throw cannot(`The file is larger than ${MAX_BYTES / 1e6} MB: split it.`)
  const read = readSystems(await readText(file))
  const units = read.map(({ system }) => ({
    ...system,
    secret: system.secret ?? newUnitSecret(),
    code: newCode(),
  }))
  const rows = units.map(({ sn, secret, code }) => exactCsvLine([sn, secret, printedCode(code)]))
  let isWritten = false
  try {
    await db.transaction(async (sql) => {
      const ids = await systemStore(sql).addAll(units)
      const known = read.filter(({ system }) => !ids.has(system.sn))
      refuse(known.map(({ line: at, system }) => `line ${at}: there is a system ${system.sn} already`))
      await putCodes(
        sql,
        codeKeyOf(ours),
        units.map(({ sn, code }) => ({ system: ids.get(sn) ?? 0, code })),
      )
      await record(sql, { subject: basename(file), after: { systems: units.length } })
      // Before the end of the transaction: a system without its secret would be worth nothing.
      await writeNew(out, `${[csvLine(['sn', 'secret', 'code']), ...rows].join(NEWLINE)}${NEWLINE}`, true)
      isWritten = true
    })
  } catch (error) {
    if (isWritten) await rm(out, { force: true })
    throw error
  }
  return {
    json: { systems: units.length, out },
    text: `${units.length} systems are added. ${out} holds their secrets and codes, which are shown nowhere else.`,
  }
}
