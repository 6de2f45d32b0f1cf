import {
  type ImportPreview,
  listImports,
  makeImport,
  previewImport,
  undoImport,
} from '@kellersonne/contract/energy/imports'
import type { Query } from '@kellersonne/contract/shared/endpoint'
import { sumsOf } from '@kellersonne/core/energy/imports/quarters'
import type { Db } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/derive.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type Api, mount } from '../../platform/http/mount.ts'
import { logRefusal, logSecurity } from '../../platform/http/security.ts'
import { rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { type Caller, systemAccess } from '../../systems/access.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { addImport, earliestOf } from './add-import.ts'
import { type Addable, addableOf } from './addable.ts'
import { openImportTurns } from './import-turns.ts'
import type { ReadFile } from './read-file.ts'
import { readInThread } from './read-in-thread.ts'
import { importStore } from './store.ts'
import { importToWire, toEnergies } from './wire.ts'

type Deps = { readonly db: Db; readonly now: () => Date; readonly secret: Buffer }

const isoOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

const previewOf = (file: ReadFile, found: Addable): ImportPreview => ({
  ...{ format: file.format, header: [...file.header], refused: file.refused },
  refused_lines: [...file.refusedLines],
  ...{ from: isoOf(found.from), until: isoOf(found.until), energies: toEnergies(sumsOf(found.energies)) },
  ...{ added: found.added, measured: found.measured, imported: found.imported, hidden: found.hidden },
})

/** Mounts the imports of history from other portals (GWY-40 to GWY-42). */
export function imports(api: Api, { db, now, secret }: Deps): void {
  const counted = rateLimits(db, deriveKey(secret, 'attempt'))
  const { inTurn, charged } = openImportTurns()
  const access = systemAccess(db)

  function read(system: OwnedSystem, query: Query<typeof makeImport>, bytes: Buffer): Promise<ReadFile> {
    const { format = null, columns = null, time_zone: timeZone = system.time_zone } = query
    return readInThread(bytes, { format, columns, timeZone, now: now() })
  }

  mount(
    api,
    previewImport,
    inTurn(({ caller, query, file }) =>
      charged(caller.owner, async () => {
        const system = await access.one(caller, 'control', query.sn)
        const found = await read(system, query, file)
        return previewOf(
          found,
          await addableOf(db, system, { ...found, earliest: await earliestOf(db, system) }, now()),
        )
      }),
    ),
    ({ caller }) => counted.begin([{ limit: 'import', who: caller.owner }], now()),
  )

  mount(
    api,
    makeImport,
    inTurn(({ caller, query, file, request }) =>
      charged(caller.owner, async () => {
        const { owner, session } = caller
        const event = { event: 'import', owner, session } as const
        const refuse = logRefusal(request, event)
        const found = await read(await access.one(caller, 'control', query.sn), query, file)
        const id = await addImport(db, { caller, sn: query.sn, file: found, now: now() }).catch(refuse)
        logSecurity(request, { ...event, outcome: 'succeeded' })
        return show(id, caller)
      }),
    ),
    ({ caller: { owner, session }, request }) =>
      counted
        .begin([{ limit: 'import', who: owner }], now())
        .catch(logRefusal(request, { event: 'import', owner, session })),
  )

  async function show(id: string, caller: Caller) {
    const found = await importStore(db).find(id, caller)
    if (!found) throw new ApiError('not_found')
    return importToWire(found)
  }

  mount(api, undoImport, async ({ caller, params: { id }, request }) => {
    const { owner, session } = caller
    const event = { event: 'import_undo', owner, session } as const
    await counted.begin([{ limit: 'import', who: owner }], now()).catch(logRefusal(request, event))
    const found = await show(id, caller)
    await db.transaction(async (sql) => {
      await systemAccess(sql).hold(caller, 'control', found.sn)
      await importStore(sql).undo(found.id, now())
    })
    logSecurity(request, { ...event, outcome: 'succeeded' })
    return show(id, caller)
  })

  mount(api, listImports, async ({ caller, query: { sn } }) => {
    const { id, since } = await access.one(caller, 'control', sn)
    return { imports: (await importStore(db).since(id, since)).map(importToWire) }
  })
}
