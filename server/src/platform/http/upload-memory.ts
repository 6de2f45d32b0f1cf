import { ApiError } from './api-error.ts'

type Bounds = { readonly bytes: number; readonly retryAfter: number }

/** Limits the memory of uploads: a number of bytes for all owners together, one upload per owner. */
export function openUploadMemory({ bytes, retryAfter }: Bounds) {
  const owners = new Set<string>()
  let free = bytes
  return {
    /**
     * Reserves memory for an upload until the returned function is called. Throws `ApiError` too_many_attempts if
     * this owner is already uploading, and unavailable if there is no room.
     */
    take(owner: string, size: number): () => void {
      if (owners.has(owner)) throw new ApiError('too_many_attempts', { retryAfter })
      if (size > free) throw new ApiError('unavailable', { retryAfter })
      owners.add(owner)
      free -= size
      return () => {
        if (owners.delete(owner)) free += size
      }
    },
  }
}
