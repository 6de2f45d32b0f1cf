import { randomUUID } from 'node:crypto'
import type { HasUpdate } from '@kellersonne/contract/firmware/status'
import { getHasUpdate, startUpdate } from '@kellersonne/contract/firmware/updates'
import { sessionStore } from '@kellersonne/server/identity/sessions/store'
import { updateCookie } from '@kellersonne/server/identity/sessions/update-cookie'
import type { Db } from '@kellersonne/server/platform/db/database'
import * as z from 'zod/mini'
import type { Member } from '../lib/fleet.ts'
import type { Ports } from '../lib/server.ts'
import { agree } from './agreeing.ts'

type Service = { readonly db: Db; readonly ports: Ports; readonly env: NodeJS.ProcessEnv }

/** Creates an owner with a session for each unit, and their calls to the update service. */
export async function openOwners({ db, ports, env }: Service, fleet: readonly Member[]) {
  const secret = Buffer.from(env['SECRET'] ?? '', 'base64')
  const { write } = updateCookie(secret, { PUBLIC_URL: `http://localhost:${ports.http}` }, () => new Date())
  const rows = await db.rows(
    z.object({ system: z.int(), owner: z.uuid() }),
    'select system, owner from ownership',
  )
  const ownerOf = new Map(rows.map(({ system, owner }) => [system, owner]))
  const url = `http://127.0.0.1:${ports.updates}`

  return Promise.all(
    fleet.map(async ({ id, sn }) => {
      const session = { id: randomUUID(), owner: ownerOf.get(id) ?? '', stayLoggedIn: true, agent: null }
      await sessionStore(db).create(session, null, new Date())
      const cookie = (await write({ owner: session.owner, session: session.id })).split(';')[0] ?? ''
      return {
        async ask(): Promise<HasUpdate> {
          const answer = await fetch(`${url}${getHasUpdate.path}?sn=${sn}`, { headers: { cookie } })
          return getHasUpdate.response.parse(await answer.json())
        },
        /** Resolves to the HTTP status. */
        async start(): Promise<number> {
          await agree(db, sn)
          const body = new FormData()
          body.set('sn', sn)
          body.set('update', '1')
          return (await fetch(url + startUpdate.path, { method: 'POST', body, headers: { cookie } })).status
        },
      }
    }),
  )
}
export type Owner = Awaited<ReturnType<typeof openOwners>>[number]
