import { sumsOf } from '@kellersonne/core/energy/imports/quarters'
import { ownFrom } from '@kellersonne/core/live/today'
import type { Db, Sql } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type Caller, systemAccess } from '../../systems/access.ts'
import { type OwnedSystem, systemStore } from '../../systems/store.ts'
import { type Addable, addableOf } from './addable.ts'
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

/**
 * Adds what is new; resolves to the import's id. Compares years with what is stored before anything is locked, as whoever needs the
 * owner or the system would wait for seconds. Throws `ApiError` not_found, import_empty, imports_full.
 */
export async function addImport(db: Db, { caller, sn, file, now }: Wish): Promise<string> {
  for (;;) {
    const system = await systemAccess(db).one(caller, 'control', sn)
    const basis = await basisOf(db, system)
    const found = await addableOf(db, system, { ...file, earliest: await earliestOf(db, system) }, now)
    const id = await db.transaction(async (sql) => {
      const held = await systemAccess(sql).hold(caller, 'control', sn)
      return (await basisOf(sql, held)) === basis ? add(sql, held, { file, found, now }) : null
    })
    if (id !== null) return id
  }
}

type Found = Pick<Wish, 'file' | 'now'> & { readonly found: Addable }

async function add(sql: Sql, system: OwnedSystem, { file, found, now }: Found): Promise<string> {
  if (file.format === null || found.from === null || found.until === null) throw new ApiError('import_empty')
  const id = await importStore(sql).add(
    system.id,
    {
      ...{ format: file.format, energies: found.energies, sums: sumsOf(found.energies) },
      ...{ start: new Date(found.from), until: new Date(found.until) },
    },
    now,
  )
  if (id === null) throw new ApiError('imports_full')
  return id
}
