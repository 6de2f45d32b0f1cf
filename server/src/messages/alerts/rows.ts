import type { Sql } from '../../platform/db/database.ts'
import { noticeStore } from './notice-store.ts'
import { alertStore } from './store.ts'

/** Resolves to all alerts that an owner ever had, as they are exported; `told` lists the notices: what was sent where, with what result. */
export async function alertRows(sql: Sql, owner: string, ownSns: ReadonlyMap<number, string>) {
  const alerts = await alertStore(sql).ever(owner)
  const notices = await noticeStore(sql).of(alerts.map(({ id }) => id))
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
export type AlertRow = Awaited<ReturnType<typeof alertRows>>[number]
