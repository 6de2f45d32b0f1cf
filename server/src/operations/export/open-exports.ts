import type { Writable } from 'node:stream'
import { ApiError } from '../../platform/http/api-error.ts'

const MOST = { ofOne: 2, all: 100 }
/** An export shows how fast its client reads only after a while. */
const GRACE_MS = 30_000
const RETRY_AFTER = 30

type Response = Pick<Writable, 'closed' | 'once' | 'destroy'>
type Open = { readonly owner: string; readonly raw: Response; readonly began: number; bytes: number }

/**
 * The exports under way. One that its client reads slowly takes memory only; when all places are taken, the slowest is
 * broken off for a new one. `elapsed`: a monotonic clock, ms.
 */
export function openExports(elapsed: () => number = () => performance.now()) {
  const open = new Set<Open>()

  function breakOffSlowest() {
    const now = elapsed()
    const speed = ({ bytes, began }: Open) => bytes / (now - began)
    const [slowest] = [...open]
      .filter(({ began }) => now - began >= GRACE_MS)
      .sort((one, other) => speed(one) - speed(other))
    if (!slowest) throw new ApiError('unavailable', { retryAfter: RETRY_AFTER })
    open.delete(slowest)
    slowest.raw.destroy()
  }

  return {
    /**
     * Takes a place until the response is closed; returns a function to call with the bytes read of it. Throws
     * `ApiError` too_many_attempts if the owner has two already, and unavailable if all places were taken just now.
     */
    begin(owner: string, raw: Response): (bytes: number) => void {
      if ([...open].filter((one) => one.owner === owner).length >= MOST.ofOne)
        throw new ApiError('too_many_attempts', { retryAfter: RETRY_AFTER })
      if (open.size >= MOST.all) breakOffSlowest()
      const own: Open = { owner, raw, began: elapsed(), bytes: 0 }
      if (!raw.closed) open.add(own)
      raw.once('close', () => open.delete(own))
      return (bytes) => {
        own.bytes += bytes
      }
    },
  }
}
