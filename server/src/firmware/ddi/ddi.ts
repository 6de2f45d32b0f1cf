import { DDI_ROOT, MAX_FEEDBACK_BYTES } from '@kellersonne/contract/firmware/ddi'
import { isOpen } from '@kellersonne/core/firmware/chip-update'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Db } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { routeOf } from '../../platform/http/mount.ts'
import type { StoredAction } from '../runs/action.ts'
import { updateStore } from '../runs/store.ts'
import { afterTime } from '../runs/system-updates.ts'
import { type AuthenticatedUnit, createUnitAuth } from './unit-auth.ts'

export type UnitParams = { Params: { sn: string } }
export type ActionParams = { Params: { sn: string; id: string } }

/** Returns a route below a unit's own path. */
export const pathOf = (below: string) => `${routeOf(DDI_ROOT)}${below}`

/**
 * Returns this machine's address if the unit connected by it, with the port from the request, which may be mapped;
 * else the public origin.
 */
function originOf({ protocol, host, hostname, socket }: FastifyRequest, publicUrl: string): string {
  const reached = socket.localAddress?.replace(/^::ffff:/, '')
  return hostname.replace(/^\[|\]$/g, '') === reached ? `${protocol}://${host}` : publicUrl
}

/** Returns a link below a unit's own path. Never trusts a host name from the request: a proxy may forward any. */
export const linkTo = (
  request: FastifyRequest,
  { sn }: AuthenticatedUnit,
  path: string,
  publicUrl: string,
) => ({
  href: `${originOf(request, publicUrl)}${DDI_ROOT.replace('{sn}', sn)}/${path}`,
})

/** What a client sends about itself can contain characters that JSON forbids (SWUpdate's log does). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern is meant to match control characters
const CONTROL = /[\u0000-\u001f\u007f]/g

const notUnderstood = () => new ApiError('input_invalid', { fields: { body: 'format' } })

export function readJson(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: MAX_FEEDBACK_BYTES },
    (_request, body: string, done) => {
      try {
        done(null, JSON.parse(body.replaceAll(CONTROL, ' ')))
      } catch {
        done(notUnderstood(), undefined)
      }
    },
  )
}

export function parseBody<S extends z.ZodMiniType>(schema: S, body: unknown): z.output<S> {
  const read = schema.safeParse(body)
  if (read.success) return read.data
  throw notUnderstood()
}

/** Identifies the unit and the action of a request. */
export function unitRequests(db: Db, now: () => Date) {
  const identify = createUnitAuth(db, now)
  return {
    identify,

    /** Resolves to the requesting unit and the action it names, if its turn has begun; else throws not_found. */
    async actionOf(
      request: FastifyRequest<ActionParams>,
    ): Promise<{ unit: AuthenticatedUnit; row: StoredAction }> {
      const unit = await identify(request)
      const { id } = request.params
      const row = /^\d{1,9}$/.test(id) ? await updateStore(db).find(Number(id)) : undefined
      if (row?.system !== unit.system || row.state === 'planned') throw new ApiError('not_found')
      return { unit, row }
    },

    /** True if an action is not over yet. */
    goesOn(row: StoredAction): boolean {
      const action = afterTime(row, now())
      return action !== null && isOpen(action)
    },
  }
}
export type UnitRequests = ReturnType<typeof unitRequests>
