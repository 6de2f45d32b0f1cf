import { listSystems } from '@kellersonne/contract/systems'
import { systemList } from '@kellersonne/core/systems'
import type { Db } from '../db/database.ts'
import { type Api, mount } from '../http/mount.ts'
import { systemStore } from './store.ts'

export function systems(api: Api, { db }: { readonly db: Db }): void {
  mount(api, listSystems, async ({ caller }) => {
    const owned = await systemStore(db).ownedBy(caller.owner)
    return systemList(owned.map(({ sn, phase }) => ({ sn, phase })))
  })
}
