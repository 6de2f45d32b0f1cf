import { glob, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type History, quartersIn } from '@kellersonne/core/energy/forecast/days'
import { type Day, dayAfter, dayOf, QUARTER_MS, startOfDay } from '@kellersonne/core/time/days'
import { type Watts, watts } from '@kellersonne/core/units/units'

/** A recorded household: powers by quarter of its local days, complete days only. Either may be empty. */
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

const SUFFIX = '.csv.gz'
/** Names of recordings end in their step in minutes. */
const STEPPED = /_(15|30|60)min$/
/** Too little to judge a forecast by. */
const FEWEST_DAYS = 90

/** Reads what was recorded in a folder: gzipped CSV with time (UTC, start of the interval), pv_w, load_w or both. */
export async function recordings(folder: string): Promise<readonly Recording[]> {
  const found: Recording[] = []
  for await (const name of glob(`*${SUFFIX}`, { cwd: folder })) {
    const text = (await promisify(gunzip)(await readFile(join(folder, name)))).toString()
    const recording = parse(basename(name, SUFFIX), text)
    if (recording.columns.has('pv_w') || recording.columns.has('load_w')) found.push(recording)
  }
  return found.toSorted((a, b) => a.name.localeCompare(b.name))
}

/** Reads the recordings of 15, 30 and 60 minutes that are long enough. */
export const households = async (folder: string, timeZone: string): Promise<readonly Household[]> =>
  (await recordings(folder)).flatMap((recording) => {
    const [suffix = '', minutes] = STEPPED.exec(recording.name) ?? []
    if (minutes === undefined) return []
    const household = householdOf(recording, suffix, Number(minutes) * 60_000, timeZone)
    return household.days.length < FEWEST_DAYS ? [] : [household]
  })

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

function householdOf(
  { name, at, columns }: Recording,
  suffix: string,
  stepMs: number,
  timeZone: string,
): Household {
  const first = dayAfter(dayOf(new Date(at[0] ?? 0), timeZone))
  const last = dayOf(new Date(at.at(-1) ?? 0), timeZone)
  const days: Day[] = []
  for (let day = first; day < last; day = dayAfter(day)) days.push(day)
  const history = (column: string): History => {
    const powers = columns.get(column) ?? []
    if (powers.length === 0) return new Map()
    const steps = new Map(at.map((start, i) => [start, powers[i] ?? null]))
    return new Map(days.map((day) => [day, quartersOf(day, timeZone, steps, stepMs)]))
  }
  return { name: name.slice(0, -suffix.length), days, pv: history('pv_w'), load: history('load_w') }
}

const power = (field = '') => (field === '' ? null : watts(Number(field)))

/** Uses a step's mean for each of its quarters, since variations within it are unknown. */
function quartersOf(day: Day, timeZone: string, steps: ReadonlyMap<number, Watts | null>, stepMs: number) {
  const start = startOfDay(day, timeZone).getTime()
  return Array.from({ length: quartersIn(day, timeZone) }, (_, i) => {
    const quarter = start + i * QUARTER_MS
    return steps.get(quarter - (quarter % stepMs)) ?? null
  })
}
