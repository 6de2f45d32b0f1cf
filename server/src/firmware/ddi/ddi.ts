import { DDI_ROOT, MAX_FEEDBACK_BYTES } from '@kellersonne/contract/firmware/ddi'
import { shapeOf } from '@kellersonne/contract/shared/json-shape'
import { isOpen } from '@kellersonne/core/firmware/chip-update'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Db } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { addBodyParser } from '../../platform/http/bodies/whole-body.ts'
import { routeOf } from '../../platform/http/mount.ts'
import type { Reply } from '../../platform/http/turns/fair-queue.ts'
import type { Turns } from '../../platform/http/turns/turns.ts'
import { invariant } from '../../platform/invariant.ts'
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

/** Many more than SWUpdate sends: 48 lines of its log. */
const MAX_SIGNS = 5000
const [SPACE, DELETE] = [0x20, 0x7f]

/** Replaces control characters in place: JSON forbids them, but SWUpdate's log, which clients send, contains them. */
function blankControls(json: Buffer): Buffer {
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? SPACE
    if (byte < SPACE || byte === DELETE) json[at] = SPACE
  }
  return json
}

const notUnderstood = (rule: 'format' | 'too_long') =>
  new ApiError('input_invalid', { fields: { body: rule } })

/** Accepts JSON bodies, of a unit that is known by then. */
export function readJson(app: FastifyInstance): void {
  addBodyParser(app, 'application/json', MAX_FEEDBACK_BYTES, (body) => {
    if (shapeOf(body).signs > MAX_SIGNS) throw notUnderstood('too_long')
    try {
      return JSON.parse(blankControls(body).toString('utf8'))
    } catch {
      throw notUnderstood('format')
    }
  })
}

export function parseBody<S extends z.ZodMiniType>(schema: S, body: unknown): z.output<S> {
  const read = schema.safeParse(body)
  if (read.success) return read.data
  throw notUnderstood('format')
}

type Deps = { readonly db: Db; readonly turns: Turns; readonly now: () => Date }

/** Authenticates the unit of each request before its body is read, and finds the action that it names. */
export function unitRequests(app: FastifyInstance, { db, turns, now }: Deps) {
  const { identify, close } = createUnitAuth({ db, strangers: turns.strangers, now })
  app.addHook('onClose', async () => close())
  const units = new WeakMap<FastifyRequest, AuthenticatedUnit>()
  const arrivals = new WeakMap<FastifyRequest, number>()
  app.addHook<UnitParams>('onRequest', async (request, reply) => {
    arrivals.set(request, performance.now())
    units.set(request, await identify(request, reply))
  })
  function unit(request: FastifyRequest): AuthenticatedUnit {
    const found = units.get(request)
    invariant(found, `DDI: ${request.method} ${request.routeOptions.url} has no unit`)
    return found
  }
  return {
    unitOf: unit,
    /** Returns when the unit's request came, before it was authenticated, by `performance.now()`. */
    arrivalOf: (request: FastifyRequest): number => arrivals.get(request) ?? 0,

    /** Returns a handler whose calls wait for their unit's turn, which they keep until they resolve. */
    inTurn:
      <R extends FastifyRequest, P extends Reply, A>(handler: (request: R, reply: P) => Promise<A>) =>
      (request: R, reply: P): Promise<A> =>
        turns.units.run({ caller: { owner: unit(request).sn }, reply }, () => handler(request, reply)),

    /** Resolves to the requesting unit and the action it names, if its turn has begun; else throws not_found. */
    async actionOf(
      request: FastifyRequest<ActionParams>,
    ): Promise<{ unit: AuthenticatedUnit; row: StoredAction }> {
      const own = unit(request)
      const { id } = request.params
      const row = /^\d{1,9}$/.test(id) ? await updateStore(db).find(Number(id)) : undefined
      if (row?.system !== own.system || row.state === 'planned') throw new ApiError('not_found')
      return { unit: own, row }
    },

    /** True if an action is not over yet. */
    goesOn(row: StoredAction): boolean {
      const action = afterTime(row, now())
      return action !== null && isOpen(action)
    },
  }
}
export type UnitRequests = ReturnType<typeof unitRequests>
