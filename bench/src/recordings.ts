import { glob, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type Day, dayAfter, dayOf, QUARTER_MS, startOfDay } from '@kellersonne/core/days'
import { type History, quartersIn } from '@kellersonne/core/forecast-days'
import { type Watts, watts } from '@kellersonne/core/units'

/** A recorded household: its powers by quarter of its own days, whole days only. */
export type Household = {
  readonly name: string
  readonly days: readonly Day[]
  readonly pv: History
  readonly load: History
}

const STEP_MS = 60 * 60_000
const SUFFIX = '_60min.csv.gz'

/** The households in a folder: hourly CSV, gzipped, with time (UTC, start of the hour), pv_w and load_w. */
export async function households(folder: string, timeZone: string): Promise<readonly Household[]> {
  const found: Household[] = []
  for await (const name of glob(`*${SUFFIX}`, { cwd: folder })) {
    const text = (await promisify(gunzip)(await readFile(join(folder, name)))).toString()
    const household = parse(basename(name, SUFFIX), text, timeZone)
    if (household) found.push(household)
  }
  return found.toSorted((a, b) => a.name.localeCompare(b.name))
}

function parse(name: string, text: string, timeZone: string): Household | null {
  const [head = '', ...lines] = text.trim().split('\n')
  const columns = head.split(',')
  if (!columns.includes('pv_w') || !columns.includes('load_w')) return null
  const rows = lines.map((line) => line.split(','))
  const at = rows.map(([time = '']) => Date.parse(time))
  const first = dayAfter(dayOf(new Date(at[0] ?? 0), timeZone))
  const last = dayOf(new Date(at.at(-1) ?? 0), timeZone)
  const days: Day[] = []
  for (let day = first; day < last; day = dayAfter(day)) days.push(day)
  const history = (column: string): History => {
    const index = columns.indexOf(column)
    const hours = new Map(rows.map((row, i) => [at[i] ?? 0, power(row[index])]))
    return new Map(days.map((day) => [day, quartersOf(day, timeZone, hours)]))
  }
  return { name, days, pv: history('pv_w'), load: history('load_w') }
}

const power = (field = '') => (field === '' ? null : watts(Number(field)))

/** An hour's mean stands for each of its quarters: what varies within it is not known. */
function quartersOf(day: Day, timeZone: string, hours: ReadonlyMap<number, Watts | null>) {
  const start = startOfDay(day, timeZone).getTime()
  return Array.from({ length: quartersIn(day, timeZone) }, (_, i) => {
    const quarter = start + i * QUARTER_MS
    return hours.get(quarter - (quarter % STEP_MS)) ?? null
  })
}
