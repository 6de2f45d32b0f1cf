import { importFormats, MAX_IMPORTS, MAX_IMPORTS_A_DAY } from '@kellersonne/contract/energy/imports'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import type { ImportedEnergies } from '@kellersonne/core/energy/imports/quarters'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import type { Caller } from '../../systems/access.ts'
import { counters } from '../../telemetry/readings/columns.ts'

const energy = z.nullable(z.number())
const sums = z.object({ pv: energy, import: energy, feedIn: energy, charge: energy, discharge: energy })
const stored = z.object({
  id: z.uuid(),
  sn: serialNumber,
  format: z.enum(importFormats),
  start: z.date(),
  until: z.date(),
  sums,
  made_at: z.date(),
  undone_at: z.nullable(z.date()),
})
/** An import as it was made; `undone_at` null: it applies. */
export type StoredImport = z.output<typeof stored>
type NewImport = Pick<StoredImport, 'id' | 'format' | 'start' | 'until' | 'sums'>

const DAY_MS = 86_400_000
const DAY_QUARTERS = DAY_MS / QUARTER_MS
const DAYS_AT_ONCE = 100
/** How many of one owner may apply to a system in all their ownerships of it: claiming it again makes no room for more each time. */
const MOST_EVER = 10 * MAX_IMPORTS
const PRESENT_OWNER = '(select owner from ownership where system = $1 and until is null)'
const applying = z.object({ ever: z.int(), now: z.int() })
/** `earlier_full`: too many apply of earlier ownerships, which cannot be undone any more. */
type Limit = 'imports_full' | 'earlier_full'

const select = `select energy_import.id, sn, format, start, energy_import.until, sums, made_at, undone_at
  from energy_import join storage_system on storage_system.id = energy_import.system`
/** Restricts to imports of the present owner ($1), if the caller may still make any. */
const granted = `join system_access using (system, since) where caller = $1 and 'control' = any(rights)`

/** A day's quarters as an array literal of PostgreSQL; null if it has none. */
function literalOf(quarters: ReadonlyMap<number, number> | undefined, day: number): string | null {
  const values = Array.from({ length: DAY_QUARTERS }, (_, i) => quarters?.get(day + i * QUARTER_MS) ?? null)
  return values.every((value) => value === null) ? null : `{${values.map((one) => one ?? 'null').join()}}`
}

/** The only file that writes `energy_import` and `imported_day`. */
export const importStore = (sql: Sql) => ({
  /** Adds the days of an import that `add` adds later in the same transaction. Takes long, and locks nothing that others need. */
  async addDays(id: string, system: number, energies: ImportedEnergies): Promise<void> {
    const days = new Set<number>()
    for (const quarters of energies.values()) for (const quarter of quarters.keys()) days.add(dayOf(quarter))
    const all = [...days].toSorted((a, b) => a - b)
    const names = counters.map(({ name }) => name)
    for (let i = 0; i < all.length; i += DAYS_AT_ONCE) {
      const some = all.slice(i, i + DAYS_AT_ONCE)
      await sql.run(
        `insert into imported_day (import, system, day, ${names.join(', ')})
         select $1, $2, day, ${names.map((name) => `${name}::integer[]`).join(', ')}
         from unnest($3::timestamptz[], ${names.map((_, j) => `$${j + 4}::text[]`).join(', ')})
           as new (day, ${names.join(', ')})`,
        [
          ...[id, system, some.map((day) => new Date(day))],
          ...counters.map(({ counter }) => some.map((day) => literalOf(energies.get(counter), day))),
        ],
      )
    }
  },

  /**
   * Adds an import whose days are stored to a locked system; resolves to null, or to the limit that it exceeds: then the transaction
   * must not be committed.
   */
  async add(system: number, { id, format, start, until, sums }: NewImport, at: Date): Promise<Limit | null> {
    await sql.run(
      `delete from energy_import where id in (
         select id from energy_import join ownership using (system, since)
         where system = $1 and owner = ${PRESENT_OWNER} and undone_at is not null order by undone_at desc offset $2)`,
      [system, MAX_IMPORTS],
    )
    await sql.run(
      `insert into energy_import (id, system, since, format, start, until, sums, made_at)
       select $7, system, since, $2, $3, $4, $5, $6 from ownership where system = $1 and ownership.until is null`,
      [system, format, start, until, JSON.stringify(sums), at, id],
    )
    const counted = await sql.row(
      applying,
      `select count(*) as ever, count(*) filter (where ownership.until is null) as now
       from energy_import join ownership using (system, since)
       where system = $1 and owner = ${PRESENT_OWNER} and undone_at is null`,
      [system],
    )
    if (!counted || counted.now > MAX_IMPORTS || (await hasFullDay(sql, system, start, until)))
      return 'imports_full'
    return counted.ever > MOST_EVER ? 'earlier_full' : null
  },

  find: (id: string, { owner }: Caller): Promise<StoredImport | undefined> =>
    sql.row(stored, `${select} ${granted} and energy_import.id = $2`, [owner, id]),

  /** Undoes an import that `find` has found. */
  async undo(id: string, at: Date): Promise<void> {
    await sql.run(
      `with gone as (delete from imported_day where import = $1)
       update energy_import set undone_at = $2 where id = $1 and undone_at is null`,
      [id, at],
    )
  },

  /** Resolves to the imports of one ownership, undone ones too, newest first. */
  since: (system: number, since: Date): Promise<StoredImport[]> =>
    sql.rows(
      stored,
      `${select} where energy_import.system = $1 and since = $2 order by made_at desc, energy_import.id limit $3`,
      [system, since, 2 * MAX_IMPORTS],
    ),
})

/** Resolves to true if more imports of the present owner add to a day than may. */
const hasFullDay = async (sql: Sql, system: number, start: Date, until: Date): Promise<boolean> =>
  (await sql.run(
    `select from imported_day join energy_import on energy_import.id = import
       join ownership on (ownership.system, ownership.since) = (energy_import.system, energy_import.since)
     where imported_day.system = $1 and day > $2::timestamptz - interval '1 day' and day < $3 and owner = ${PRESENT_OWNER}
     group by day having count(*) > $4 limit 1`,
    [system, start, until, MAX_IMPORTS_A_DAY],
  )) > 0

const dayOf = (ms: number) => Math.floor(ms / DAY_MS) * DAY_MS
