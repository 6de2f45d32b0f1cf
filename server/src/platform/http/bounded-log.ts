import type { FastifyInstance } from 'fastify'
import { lineBounds, outageBounds } from './connection/line-bounds.ts'

type NetworkOf = (ip: string | undefined) => string
type Bounds = {
  readonly admit: ReturnType<typeof lineBounds>
  readonly admitSuccess: ReturnType<typeof lineBounds>
  readonly admitOutage: ReturnType<typeof outageBounds>
  readonly networkOf: NetworkOf
}
/** Who causes a log line: an owner, or the network of an address. */
type Cause = { readonly owner: string } | { readonly ip: string | undefined }

/** Lines per minute. None of all together: whatever others do, the first ones of each owner are written. */
const SUCCESSES = { ofOne: 20, ofAll: Number.POSITIVE_INFINITY }

const bounds = new WeakMap<FastifyInstance['server'], Bounds>()

/** Limits the log lines that callers of `app` can cause, per kind and per owner or else network. */
export function limitLogLines(app: FastifyInstance, networkOf: NetworkOf): void {
  bounds.set(app.server, {
    ...{ admit: lineBounds(), admitSuccess: lineBounds(SUCCESSES), admitOutage: outageBounds() },
    networkOf,
  })
}

type Server = Pick<FastifyInstance, 'server'>

const droppedBy =
  (which: 'admit' | 'admitSuccess') =>
  ({ server }: Server, kind: string, cause: Cause): number | null => {
    const bound = bounds.get(server)
    if (!bound) return 0
    return bound[which](`${kind} ${'owner' in cause ? cause.owner : bound.networkOf(cause.ip)}`)
  }

/**
 * Returns how many lines were dropped since the last one, or null if this one must be dropped too. Drops nothing for
 * a server without limits.
 */
export const droppedLogLines = droppedBy('admit')

/** As `droppedLogLines`, for what succeeds: counted apart, so that no refusals of strangers drop it. */
export const droppedSuccessLines = droppedBy('admitSuccess')

/** As `droppedLogLines`, for what all callers meet alike while the database is away: one line a second. */
export function droppedOutageLines({ server }: Server): number | null {
  return bounds.get(server)?.admitOutage() ?? (bounds.has(server) ? null : 0)
}
