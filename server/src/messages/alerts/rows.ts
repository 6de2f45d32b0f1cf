import type { Sql } from '../../platform/db/database.ts'
import { type Notice, noticeStore } from './notice-store.ts'
import { alertStore, type StoredAlert } from './store.ts'

/** Alerts of a page: each may have a notice for each of ten browsers, at its beginning and its end, in several rounds. */
const AT_ONCE = 50

/**
 * Yields pages of all alerts that an owner ever had, as they are exported; `told` lists the notices: what was sent where, with what
 * result.
 */
export async function* alertPages(sql: Sql, owner: string, ownSns: ReadonlyMap<number, string>) {
  for (let last: StoredAlert | null = null; ; ) {
    const alerts: StoredAlert[] = await alertStore(sql).ever(owner, last, AT_ONCE)
    last = alerts.at(-1) ?? null
    if (last === null) return
    yield rowsOf(alerts, await noticeStore(sql).of(alerts.map(({ id }) => id)), ownSns)
  }
}

function rowsOf(
  alerts: readonly StoredAlert[],
  notices: readonly Notice[],
  ownSns: ReadonlyMap<number, string>,
) {
  const byAlert = Map.groupBy(notices, ({ alert }) => alert)
  return alerts.map(({ id, system, cause, begunAt, raisedAt, endedAt, overAt, rounds, hold, details }) => ({
    sn: system === null ? null : (ownSns.get(system) ?? null),
    cause,
    begun_at: begunAt,
    raised_at: raisedAt,
    ended_at: endedAt,
    over_at: overAt,
    rounds,
    hold,
    details: JSON.stringify(details),
    told: JSON.stringify(
      (byAlert.get(id) ?? []).map(({ kind, channel, at, address, outcome }) => ({
        kind,
        channel,
        at,
        address,
        outcome,
      })),
    ),
  }))
}
export type AlertRow = ReturnType<typeof rowsOf>[number]
