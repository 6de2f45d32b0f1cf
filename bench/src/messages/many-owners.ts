import type { Db } from '@kellersonne/server/platform/db/database'

const AT_ONCE = 10_000
const HOUR_MS = 3_600_000
const NOON = 12

/** A time zone in which it is about noon, so that no quiet hours keep alerts. */
function zoneAtNoon(now: Date): string {
  const ahead = NOON - now.getUTCHours()
  // These names have their signs the wrong way round.
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

/** Adds owners with a confirmed address and a system each, numbered from `first` on, whose units reported at `now`. */
export async function addOwners(db: Db, first: number, count: number, now: Date): Promise<void> {
  for (let from = first; from < first + count; from += AT_ONCE)
    await db.run(
      `with numbered as (select generate_series($1::integer, $2::integer) as number),
       owners as (
         insert into owner (email, password_hash, email_confirmed_at)
         select 'filler-' || number || '@kellersonne.example', 'none', $3 from numbered returning id, email),
       systems as (
         insert into storage_system (sn, phase, time_zone, secret_hash)
         select number::text, 1, $4, decode('00', 'hex') from numbered returning id, sn),
       seen as (insert into latest (system, heard_at, reading_at, state_at) select id, $3, $3, $3 from systems)
       insert into ownership (system, owner, since)
       select systems.id, owners.id, $5 from systems join owners on email = 'filler-' || sn || '@kellersonne.example'`,
      [
        from,
        Math.min(from + AT_ONCE, first + count) - 1,
        now,
        zoneAtNoon(now),
        new Date(now.getTime() - 24 * HOUR_MS),
      ],
    )
}
