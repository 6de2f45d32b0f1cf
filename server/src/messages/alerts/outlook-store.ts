import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { stormIn } from './storm.ts'

const outlookCauses = ['winter', 'empty', 'storm'] as const
const outlook = z.object({
  system: z.int(),
  cause: z.enum(outlookCauses),
  begunAt: z.date(),
  details: z.record(z.string(), z.unknown()),
})
/** What a forecast shows of the coming days, since then. */
export type SeenOutlook = z.output<typeof outlook>

/** Forecasts change their minds: it is the same spell until nothing has been forecast for so long. */
const SPELL_MS = 24 * 3_600_000
const spellFrom = (now: Date) => new Date(now.getTime() - SPELL_MS)

/** The only file that knows the table `outlook`. */
export const outlookStore = (sql: Sql) => ({
  /**
   * Records what the newest forecast shows; a spell that is over begins anew, also where so much time lies between two storms, of
   * which the second is forecast before the first is over.
   */
  async put({ system, cause, details }: Omit<SeenOutlook, 'begunAt'>, now: Date): Promise<void> {
    const storm = stormIn(details)
    await sql.run(
      `delete from outlook where system = $1 and cause = $2
         and (seen_at <= $3 or (details -> 'storm' ->> 'ends_at')::timestamptz <= $4)`,
      [system, cause, spellFrom(now), storm && spellFrom(new Date(storm.begins_at))],
    )
    await sql.run(
      `insert into outlook (system, cause, begun_at, seen_at, details) values ($1, $2, $3, $3, $4)
       on conflict (system, cause) do update set seen_at = excluded.seen_at, details = excluded.details`,
      [system, cause, now, JSON.stringify(details)],
    )
  },

  /** Resolves to the spells of systems that are not over. */
  current: (systems: readonly number[], now: Date): Promise<SeenOutlook[]> =>
    sql.rows(
      outlook,
      `select system, cause, begun_at as "begunAt", details from outlook where system = any($1) and seen_at > $2`,
      [systems, spellFrom(now)],
    ),
})
