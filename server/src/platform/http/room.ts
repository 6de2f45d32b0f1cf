import { ApiError } from './api-error.ts'

type Bounds = { readonly bytes: number; readonly retryAfter: number }

/** Room in memory for what is being uploaded: so many bytes of all owners together, one upload for each of them. */
export function openRoom({ bytes, retryAfter }: Bounds) {
  const owners = new Set<string>()
  let free = bytes
  return {
    /**
     * Keeps room for an upload of this size until what it returns is called. Throws too_many_attempts where this owner
     * uploads already, and unavailable where there is no room.
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
