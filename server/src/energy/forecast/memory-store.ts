import type { Memory } from '@kellersonne/core/energy/forecast/memory'
import type { Day } from '@kellersonne/core/time/days'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { isOvertaken, type Owned } from './store.ts'

const numbers = z.array(z.number())
const merit = z.object({
  losses: z.record(z.string(), z.object({ own: z.number(), reference: z.number(), days: z.number() })),
  below: numbers,
  above: numbers,
  sumBelow: numbers,
  sumAbove: numbers,
})
const memory = z.object({
  version: z.literal(1),
  learnt: z.nullable(
    z.pipe(
      z.iso.date(),
      z.transform((day) => day as Day),
    ),
  ),
  merits: z.object({
    midnight: z.optional(merit),
    morning: z.optional(merit),
    noon: z.optional(merit),
    afternoon: z.optional(merit),
    tomorrow: z.optional(merit),
  }),
})
/** A memory of another version is forgotten. */
const anyMemory = z.pipe(
  z.unknown(),
  z.transform((value): Memory | null => {
    const { data } = z.safeParse(memory, value)
    if (!data) return null
    const merits = Object.fromEntries(Object.entries(data.merits).filter(([, one]) => one !== undefined))
    return { ...data, merits }
  }),
)

const row = z.object({
  system: z.int(),
  builtAt: z.date(),
  start: z.date(),
  pv: z.instanceof(Buffer),
  load: z.instanceof(Buffer),
  pvMemory: anyMemory,
  loadMemory: anyMemory,
  efficiency: z.nullable(z.number()),
  isOutdated: z.boolean(),
})
/** What is remembered of a system for its present owner. */
export type Remembered = z.output<typeof row>

const pvRow = z.pick(row, { system: true, start: true, pv: true })
/** The PV of a system's last year as it is remembered for its present owner. */
export type RememberedPv = z.output<typeof pvRow>

const OF_PRESENT_OWNER = `system = any($1) and exists
  (select from forecast where forecast.system = forecast_memory.system and forecast.since = forecast_memory.since)`

/** The only file that knows the table `forecast_memory`. */
export const memoryStore = (sql: Sql) => ({
  /**
   * Resolves to what is remembered of systems, by system; nothing of a former owner's time. `isOutdated` says that its
   * past was corrected or imported since, or that the unit has sent some of it late.
   */
  async of(systems: readonly Owned[]): Promise<Map<number, Remembered>> {
    const rows = await sql.rows(
      row,
      `select system, built_at as "builtAt", start, pv, load, pv_memory as "pvMemory", load_memory as "loadMemory",
         efficiency,
         exists (select from correction where correction.system = forecast_memory.system
           and greatest(made_at, undone_at) >= built_at)
         or exists (select from energy_import where energy_import.system = forecast_memory.system
           and greatest(made_at, undone_at) >= built_at)
         or exists (select from latest where latest.system = forecast_memory.system and ${isOvertaken})
           as "isOutdated"
       from forecast_memory where ${OF_PRESENT_OWNER}`,
      [systems.map(({ id }) => id)],
    )
    return new Map(rows.map((found) => [found.system, found]))
  },

  /** Resolves to the PV that is remembered of systems. */
  pvOf: (systems: readonly Owned[]): Promise<RememberedPv[]> =>
    sql.rows(pvRow, `select system, start, pv from forecast_memory where ${OF_PRESENT_OWNER}`, [
      systems.map(({ id }) => id),
    ]),

  /** Learns no more from the past days of a system that the job has locked. */
  async stopCatchingUp(system: number): Promise<void> {
    await sql.run('update forecast_memory set behind = false where system = $1 and behind', [system])
  },

  /** Stores what is remembered of a system that the job has locked. `behind`: there is more to learn from. */
  async put(of: Omit<Remembered, 'isOutdated'> & { readonly behind: boolean }): Promise<void> {
    await sql.run(
      `insert into forecast_memory (system, since, built_at, start, pv, load, pv_memory, load_memory, efficiency, behind)
       select system, since, $2, $3, $4, $5, $6, $7, $8, $9 from forecast where system = $1
       on conflict (system) do update set since = excluded.since, built_at = excluded.built_at,
         start = excluded.start, pv = excluded.pv, load = excluded.load, pv_memory = excluded.pv_memory,
         load_memory = excluded.load_memory, efficiency = excluded.efficiency, behind = excluded.behind`,
      [
        ...[of.system, of.builtAt, of.start, of.pv, of.load],
        ...[JSON.stringify(of.pvMemory), JSON.stringify(of.loadMemory), of.efficiency, of.behind],
      ],
    )
  },
})
