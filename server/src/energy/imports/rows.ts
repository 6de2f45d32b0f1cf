import type { Sql } from '../../platform/db/database.ts'
import { importStore } from './store.ts'
import { importToWire } from './wire.ts'

/** Resolves to the imports made by the owner of a system since `since`, undone ones too, newest first. */
export async function importRows(sql: Sql, { system, since }: { system: number; since: Date }) {
  const made = await importStore(sql).since(system, since)
  return made.map(importToWire).map(({ sn: _, energies, ...row }) => ({ ...row, ...energies }))
}
export type ImportRow = Awaited<ReturnType<typeof importRows>>[number]
