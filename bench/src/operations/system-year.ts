import { openDatabase } from '@kellersonne/server/platform/db/database'
import { counters, measures } from '@kellersonne/server/telemetry/readings/columns'
import type { Stage } from '../lib/stage.ts'

const MEASURED = measures.map(({ name }) => name)
const COUNTED = counters.map(({ name }) => name)
const FOLDED = [...MEASURED, 'load_w'].flatMap((m) => [`${m}_sum`, `${m}_min`, `${m}_max`, `${m}_count`])
const EDGES = COUNTED.flatMap((c) => [`${c}_first`, `${c}_last`, c])
const READING = ['at', ...MEASURED, ...COUNTED].join()
const QUARTER = ['at', 'readings', ...FOLDED, ...EDGES].join()

const READINGS_A_DAY = 8640
const QUARTERS_A_DAY = 96
/** Random values with as many digits as real ones. */
const anything = '(random() * 5e6)::integer - 2500000'
const series = (perDay: number) => `
  select $1, date_trunc('day', now()) - $2 * interval '1 day' + i * interval '1 day' / ${perDay}`
const all = (perDay: number) => `from generate_series(0, $2 * ${perDay} - 1) as i`

/** Creates the data of a system-year, written and read by plain SQL. */
export function systemYear(url: string, stage: Stage) {
  const db = openDatabase(url, { size: 1, patient: true })
  stage.onEnd(() => db.close())
  return {
    /** Inserts a reading every ten seconds for `days` days until midnight. */
    fillReadings: (system: number, days: number) =>
      db.run(
        `insert into reading (system, ${READING}) ${series(READINGS_A_DAY)},
           ${[...MEASURED.map(() => anything), ...COUNTED.map(() => '4000000 + i')].join()}
         ${all(READINGS_A_DAY)}`,
        [system, days],
      ),
    fillQuarters: (system: number, days: number) =>
      db.run(
        `insert into quarter (system, ${QUARTER}) ${series(QUARTERS_A_DAY)}, 90,
           ${[...FOLDED.map((name) => (name.endsWith('_count') ? '90' : anything)), ...EDGES.map(() => '4000000 + i')].join()}
         ${all(QUARTERS_A_DAY)}`,
        [system, days],
      ),
    /** Updates the database's statistics, as autovacuum would over time. */
    settle: () => db.run('vacuum analyze reading, quarter'),
    /** Reads the rows of an export at PostgreSQL's full speed and resolves to their number. */
    async copy(system: number) {
      const readings = await db.run(
        `copy (select ${READING} from reading where system = ${system} order by at) to stdout`,
      )
      return (
        readings +
        (await db.run(`copy (select ${QUARTER} from quarter where system = ${system} order by at) to stdout`))
      )
    },
  }
}
