import type { Sql } from '../../platform/db/database.ts'
import { correctionStore } from './store.ts'
import { correctionToWire } from './wire.ts'

/** Resolves to the corrections that the owner of a system `since` has made, undone ones too, newest first. */
export async function correctionRows(sql: Sql, { system, since }: { system: number; since: Date }) {
  const made = await correctionStore(sql).since(system, since)
  return made.map(correctionToWire).map(({ sn: _, ...row }) => row)
}
export type CorrectionRow = Awaited<ReturnType<typeof correctionRows>>[number]
