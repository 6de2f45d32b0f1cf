import { glob, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type History, quartersIn } from '@kellersonne/core/energy/forecast/days'
import { type Day, dayAfter, dayOf, QUARTER_MS, startOfDay } from '@kellersonne/core/time/days'
import { type Watts, watts } from '@kellersonne/core/units/units'

/** A recorded household: powers by quarter of its local days, complete days only. */
export type Household = {
  readonly name: string
  readonly days: readonly Day[]
  readonly pv: History
  readonly load: History
}

/** A raw recording: the start of each interval in ms, and the columns in W; null = missing. */
export type Recording = {
  readonly name: string
  readonly at: readonly number[]
  readonly columns: ReadonlyMap<string, readonly (Watts | null)[]>
}

const STEP_MS = 60 * 60_000
const HOURLY = '_60min'
const SUFFIX = '.csv.gz'

/** Reads the households in a folder: gzipped CSV with time (UTC, start of the interval), pv_w and load_w. */
export async function recordings(folder: string): Promise<readonly Recording[]> {
  const found: Recording[] = []
  for await (const name of glob(`*${SUFFIX}`, { cwd: folder })) {
    const text = (await promisify(gunzip)(await readFile(join(folder, name)))).toString()
    const recording = parse(basename(name, SUFFIX), text)
    if (recording.columns.has('pv_w') && recording.columns.has('load_w')) found.push(recording)
  }
  return found.toSorted((a, b) => a.name.localeCompare(b.name))
}

/** Reads only the hourly recordings. */
export const households = async (folder: string, timeZone: string): Promise<readonly Household[]> =>
  (await recordings(folder))
    .filter(({ name }) => name.endsWith(HOURLY))
    .map((recording) => householdOf(recording, timeZone))

function parse(name: string, text: string): Recording {
  const [head = '', ...lines] = text.trim().split('\n')
  const rows = lines.map((line) => line.split(','))
  const column = (index: number) => rows.map((row) => power(row[index]))
  return {
    name,
    at: rows.map(([time = '']) => Date.parse(time)),
    columns: new Map(head.split(',').map((title, i) => [title, i === 0 ? [] : column(i)])),
  }
}

function householdOf({ name, at, columns }: Recording, timeZone: string): Household {
  const first = dayAfter(dayOf(new Date(at[0] ?? 0), timeZone))
  const last = dayOf(new Date(at.at(-1) ?? 0), timeZone)
  const days: Day[] = []
  for (let day = first; day < last; day = dayAfter(day)) days.push(day)
  const history = (column: string): History => {
    const powers = columns.get(column) ?? []
    const hours = new Map(at.map((start, i) => [start, powers[i] ?? null]))
    return new Map(days.map((day) => [day, quartersOf(day, timeZone, hours)]))
  }
  return { name: name.slice(0, -HOURLY.length), days, pv: history('pv_w'), load: history('load_w') }
}

const power = (field = '') => (field === '' ? null : watts(Number(field)))

/** Uses an hour's mean for each of its quarters, since variations within the hour are unknown. */
function quartersOf(day: Day, timeZone: string, hours: ReadonlyMap<number, Watts | null>) {
  const start = startOfDay(day, timeZone).getTime()
  return Array.from({ length: quartersIn(day, timeZone) }, (_, i) => {
    const quarter = start + i * QUARTER_MS
    return hours.get(quarter - (quarter % STEP_MS)) ?? null
  })
}
