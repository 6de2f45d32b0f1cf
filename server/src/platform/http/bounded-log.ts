import type { FastifyInstance } from 'fastify'
import { lineBounds } from './connection/line-bounds.ts'

type NetworkOf = (ip: string | undefined) => string
type Bounds = { readonly admit: ReturnType<typeof lineBounds>; readonly networkOf: NetworkOf }
/** Who causes a line: an owner, or a network by its address. */
type Cause = { readonly owner: string } | { readonly ip: string | undefined }

const bounds = new WeakMap<FastifyInstance['server'], Bounds>()

/** Bounds the lines that callers of `app` can cause, of each kind for each owner or else network. */
export function boundLines(app: FastifyInstance, networkOf: NetworkOf): void {
  bounds.set(app.server, { admit: lineBounds(), networkOf })
}

/**
 * How many lines were left out since the last one, or null where this one is to be left out too. Never for a server
 * without bounds.
 */
export function linesLeftOut(
  { server }: Pick<FastifyInstance, 'server'>,
  kind: string,
  cause: Cause,
): number | null {
  const bound = bounds.get(server)
  if (!bound) return 0
  return bound.admit(`${kind} ${'owner' in cause ? cause.owner : bound.networkOf(cause.ip)}`)
}
