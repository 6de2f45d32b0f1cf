import { ApiError } from './api-error.ts'

/** How many bytes all uploads together may hold. */
const ROOM_BYTES = 64 * 1024 * 1024
const RETRY_AFTER_S = 5
/** An upload is not ended for others before this: connections start slowly. */
const GRACE_MS = 3000

/** An upload's share of the memory. */
export type Reservation = {
  /** Aborted with an `ApiError` once others need the memory more. */
  readonly signal: AbortSignal
  /** Counts bytes that have arrived. */
  readonly arrived: (bytes: number) => void
  /** Must be called once the file is complete: from then on it is not ended for others. */
  readonly complete: () => void
  /** Returns the memory. */
  readonly release: () => void
}
export type UploadMemory = {
  /**
   * Reserves memory. Throws `ApiError` too_many_attempts if this owner is already uploading, and unavailable if there is
   * no room.
   */
  readonly reserve: (owner: string, size: number) => Reservation
}

type Upload = {
  readonly size: number
  readonly since: number
  readonly ended: AbortController
  arrived: number
}

const unavailable = () => new ApiError('unavailable', { retryAfter: RETRY_AFTER_S })

/**
 * Limits the memory of uploads: a number of bytes for all owners together, one upload per owner. Whoever holds the
 * memory longest for the least makes room for others, so that uploads that never end keep nobody out.
 */
export function openUploadMemory(now: () => Date): UploadMemory {
  const uploads = new Map<string, Upload>()
  const evictable = new Set<string>()
  let free = ROOM_BYTES

  function release(owner: string, upload: Upload) {
    if (uploads.get(owner) !== upload) return
    uploads.delete(owner)
    evictable.delete(owner)
    free += upload.size
  }

  /** The memory that an upload has occupied over time, for each byte of it that has arrived. */
  const waste = ({ size, since, arrived }: Upload, at: number) => (size * (at - since)) / Math.max(1, arrived)

  /** Returns the owners whose uploads must end for `size` bytes to be free; null if that is not enough. */
  function inTheWay(size: number): string[] | null {
    const at = now().getTime()
    const candidates = [...evictable]
      .flatMap((owner) => {
        const upload = uploads.get(owner)
        return upload && at - upload.since >= GRACE_MS ? [{ owner, upload, waste: waste(upload, at) }] : []
      })
      .toSorted((a, b) => b.waste - a.waste)
    const chosen: string[] = []
    let room = free
    for (const { owner, upload } of candidates) {
      if (room >= size) break
      chosen.push(owner)
      room += upload.size
    }
    return room >= size ? chosen : null
  }

  return {
    reserve(owner, size) {
      if (uploads.has(owner)) throw new ApiError('too_many_attempts', { retryAfter: RETRY_AFTER_S })
      const chosen = inTheWay(size)
      if (!chosen) throw unavailable()
      for (const other of chosen) {
        const upload = uploads.get(other)
        if (!upload) continue
        release(other, upload)
        upload.ended.abort(unavailable())
      }
      const upload: Upload = { size, since: now().getTime(), ended: new AbortController(), arrived: 0 }
      uploads.set(owner, upload)
      evictable.add(owner)
      free -= size
      return {
        signal: upload.ended.signal,
        arrived(bytes) {
          upload.arrived += bytes
        },
        complete: () => void evictable.delete(owner),
        release: () => release(owner, upload),
      }
    },
  }
}
