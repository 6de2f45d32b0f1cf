import type { Sql } from '../../platform/db/database.ts'
import { findingStore } from './store.ts'

/** Resolves to all findings at a system in the time of its owner since `since`, oldest first. */
export async function findingRows(sql: Sql, { system, since }: { system: number; since: Date }) {
  const found = await findingStore(sql).ever(system, since)
  return found.map(({ name, begunAt, endedAt, reasons: { value, usual, limit, points } }) => ({
    ...{ name, begun_at: begunAt, ended_at: endedAt, value, usual, limit },
    points: JSON.stringify(points),
  }))
}
export type FindingRow = Awaited<ReturnType<typeof findingRows>>[number]
