import { randomUUID } from 'node:crypto'
import { sumsOf } from '@kellersonne/core/energy/imports/quarters'
import { ownFrom } from '@kellersonne/core/live/today'
import type { Db, Sql } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type Caller, systemAccess } from '../../systems/access.ts'
import { type OwnedSystem, systemStore } from '../../systems/store.ts'
import { addableOf } from './addable.ts'
import type { ReadFile } from './read-file.ts'
import { importStore } from './store.ts'

/**
 * Resolves to the earliest time that may be imported: null for a first owner, otherwise the start of their ownership, so
 * that a former owner's time is never covered.
 */
export const earliestOf = async (sql: Sql, { id, since }: OwnedSystem): Promise<Date | null> =>
  (await systemStore(sql).hadOwnerBefore(id, since)) ? ownFrom(since) : null

/** What an import is compared with: if this changes, it has to be compared anew. */
const basisOf = async (sql: Sql, { id, since }: OwnedSystem) =>
  JSON.stringify([since, (await importStore(sql).since(id, since)).map((one) => [one.id, one.undone_at])])

type Wish = {
  readonly caller: Caller
  readonly sn: OwnedSystem['sn']
  readonly file: ReadFile
  readonly now: Date
}

/** What a file was compared with has changed meanwhile. */
class ChangedMeanwhileError extends Error {}

/**
 * Adds what is new; resolves to the import's id. Compares years with what is stored, and stores what is new, before anything is locked,
 * as whoever needs the owner or the system would wait for seconds. Throws `ApiError` not_found, import_empty, imports_full, earlier_full.
 */
export async function addImport(db: Db, wish: Wish): Promise<string> {
  for (;;) {
    try {
      return await addOnce(db, wish)
    } catch (error) {
      if (!(error instanceof ChangedMeanwhileError)) throw error
    }
  }
}

async function addOnce(db: Db, { caller, sn, file, now }: Wish): Promise<string> {
  const system = await systemAccess(db).one(caller, 'control', sn)
  const basis = await basisOf(db, system)
  const found = await addableOf(db, system, { ...file, earliest: await earliestOf(db, system) }, now)
  const { format } = file
  const { energies, from, until } = found
  if (format === null || from === null || until === null) throw new ApiError('import_empty')
  const id = randomUUID()
  const added = { id, format, sums: sumsOf(energies), start: new Date(from), until: new Date(until) }
  await db.transaction(async (sql) => {
    const store = importStore(sql)
    await store.addDays(id, system.id, energies)
    const held = await systemAccess(sql).hold(caller, 'control', sn)
    if ((await basisOf(sql, held)) !== basis) throw new ChangedMeanwhileError()
    const exceeded = await store.add(held.id, added, now)
    if (exceeded !== null) throw new ApiError(exceeded)
  })
  return id
}
