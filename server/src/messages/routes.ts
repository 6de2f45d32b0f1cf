import { listMessages, MESSAGES_A_PAGE } from '@kellersonne/contract/messages/messages'
import { TOTAL } from '@kellersonne/core/systems/systems'
import type { Db } from '../platform/db/database.ts'
import { type Api, mount } from '../platform/http/mount.ts'
import { systemAccess } from '../systems/access.ts'
import { statesWithin } from '../telemetry/readings/states.ts'
import { listEpisodes } from './list.ts'
import { messageToWire } from './wire.ts'

/** Mounts the list of messages. Another owner's system and one that does not exist get the same response. */
export function messages(api: Api, { db }: { readonly db: Db }): void {
  mount(
    api,
    listMessages,
    async ({ caller, query: { sn, page, open = null, severity = null, states, code = null } }) => {
      const access = systemAccess(db)
      const asked = await (sn === TOTAL ? access.all(caller, 'see') : access.named(caller, 'see', sn))
      const spans = asked.map((one) => ({ system: one.id, since: one.visible_from, until: null }))
      const known = await statesWithin(db, spans)
      const slice = { skip: (page - 1) * MESSAGES_A_PAGE, take: MESSAGES_A_PAGE }
      const { total, episodes } = await listEpisodes(db, known, { open, severity, states, code }, slice)
      const systems = new Map(asked.map((system) => [system.id, system]))
      return {
        total,
        messages: episodes.flatMap((episode) => {
          const system = systems.get(episode.system)
          return system ? [messageToWire(episode, { ...system, until: null })] : []
        }),
      }
    },
  )
}
