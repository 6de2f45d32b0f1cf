import { ApiError } from '../api-error.ts'

/**
 * How many of the largest files the uploads of one kind may hold together, 60 MiB with those of pictures and imports; what
 * they leave to be collected may be half as much again.
 */
const FILES = 4
const RETRY_AFTER_S = 5
/** An upload of which nothing has arrived for so long makes room for others, as does one that was slow for so long. */
const STALLED_MS = 3000
/** Half of a slow line, 0.5 Mbit/s: who lets a byte arrive now and then holds no memory against others. */
const LEAST_BYTES_A_MS = 64

/** An upload's share of the memory. */
export type Reservation = {
  /** Aborted with an `ApiError` if there is no room for it, or once others need its room. */
  readonly signal: AbortSignal
  /** Takes memory for bytes that have arrived. */
  readonly arrived: (bytes: number) => void
  /** Must be called once the file is complete: from then on it is not ended for others. */
  readonly complete: () => void
  /** Returns the memory. */
  readonly release: () => void
}
/** What is uploaded: kinds differ by the form's field. */
type Kind = { readonly field: string; readonly maxBytes: number }
export type UploadMemory = {
  /** Begins an upload. Throws `ApiError` too_many_attempts if this owner is already uploading one of this kind. */
  readonly reserve: (owner: string, kind: Kind) => Reservation
}

/** `span`: what has arrived in the present span of time, at least `STALLED_MS` long; `isSlow`: too little did in the last. */
type Upload = {
  readonly ended: AbortController
  held: number
  lastAt: number
  span: { readonly from: number; readonly bytes: number }
  isSlow: boolean
  isComplete: boolean
}

function note(upload: Upload, bytes: number, at: number) {
  const { from, bytes: before } = upload.span
  if (at - from >= STALLED_MS) {
    upload.isSlow = before < (at - from) * LEAST_BYTES_A_MS
    upload.span = { from: at, bytes }
  } else upload.span = { from, bytes: before + bytes }
  upload.lastAt = at
}

const unavailable = () => new ApiError('unavailable', { retryAfter: RETRY_AFTER_S })

/** Opens the memory of one kind. */
function openRoom(now: () => Date, bytes: number) {
  const uploads = new Map<string, Upload>()
  let free = bytes

  function release(owner: string, upload: Upload) {
    if (uploads.get(owner) === upload) uploads.delete(owner)
    free += upload.held
    upload.held = 0
  }

  function end(owner: string, upload: Upload) {
    upload.isComplete = true
    release(owner, upload)
    upload.ended.abort(unavailable())
  }

  /** Ends stalled and slow uploads until `bytes` are free, or none is left. */
  function makeRoom(bytes: number) {
    const before = now().getTime() - STALLED_MS
    const stalled = [...uploads]
      .filter(
        ([, { lastAt, isSlow, isComplete, held }]) => !isComplete && (isSlow || lastAt <= before) && held > 0,
      )
      .toSorted(([, a], [, b]) => b.held - a.held)
    for (const [owner, upload] of stalled) {
      if (free >= bytes) return
      end(owner, upload)
    }
  }

  return {
    reserve(owner: string): Reservation {
      if (uploads.has(owner)) throw new ApiError('too_many_attempts', { retryAfter: RETRY_AFTER_S })
      const at = now().getTime()
      const upload: Upload = {
        ended: new AbortController(),
        ...{ held: 0, lastAt: at, span: { from: at, bytes: 0 }, isSlow: false, isComplete: false },
      }
      uploads.set(owner, upload)
      return {
        signal: upload.ended.signal,
        arrived(bytes) {
          if (upload.ended.signal.aborted) return
          note(upload, bytes, now().getTime())
          if (free < bytes) makeRoom(bytes)
          if (free < bytes) return end(owner, upload)
          upload.held += bytes
          free -= bytes
        },
        complete() {
          upload.isComplete = true
        },
        release: () => release(owner, upload),
      }
    },
  }
}

/**
 * Limits the memory of uploads: of each kind a number of bytes for all owners together, one upload per owner. Memory is taken
 * as it is filled, so that a slow upload holds little; where there is none left, those of the same kind that have stalled or
 * are slow are ended, the largest first.
 */
export function openUploadMemory(now: () => Date): UploadMemory {
  const rooms = new Map<string, ReturnType<typeof openRoom>>()
  return {
    reserve(owner, { field, maxBytes }) {
      const room = rooms.get(field) ?? openRoom(now, FILES * maxBytes)
      rooms.set(field, room)
      return room.reserve(owner)
    },
  }
}
