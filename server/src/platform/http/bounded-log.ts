import type { FastifyInstance } from 'fastify'
import { lineBounds, outageBounds } from './connection/line-bounds.ts'

type NetworkOf = (ip: string | undefined) => string
type Bounds = {
  readonly admit: ReturnType<typeof lineBounds>
  readonly admitOutage: ReturnType<typeof outageBounds>
  readonly networkOf: NetworkOf
}
/** Who causes a log line: an owner, or the network of an address. */
type Cause = { readonly owner: string } | { readonly ip: string | undefined }

const bounds = new WeakMap<FastifyInstance['server'], Bounds>()

/** Limits the log lines that callers of `app` can cause, per kind and per owner or else network. */
export function limitLogLines(app: FastifyInstance, networkOf: NetworkOf): void {
  bounds.set(app.server, { admit: lineBounds(), admitOutage: outageBounds(), networkOf })
}

/**
 * Returns how many lines were dropped since the last one, or null if this one must be dropped too. Drops nothing for
 * a server without limits.
 */
export function droppedLogLines(
  { server }: Pick<FastifyInstance, 'server'>,
  kind: string,
  cause: Cause,
): number | null {
  const bound = bounds.get(server)
  if (!bound) return 0
  return bound.admit(`${kind} ${'owner' in cause ? cause.owner : bound.networkOf(cause.ip)}`)
}

/** As `droppedLogLines`, for what all callers meet alike while the database is away: one line a second. */
export function droppedOutageLines({ server }: Pick<FastifyInstance, 'server'>): number | null {
  return bounds.get(server)?.admitOutage() ?? (bounds.has(server) ? null : 0)
}
