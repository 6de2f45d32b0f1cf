/** Browsers' messages for a chunk that fails to load: offline, or replaced by a newer version. */
const SAID = /dynamically imported module|Importing a module script failed|preload CSS/i

/** SHL-07: timeout for loading a chunk. */
export const CHUNK_TIMEOUT_MS = 120_000

class ChunkLate extends Error {}

/** True if a chunk failed to load or timed out. */
export const isChunkFault = (fault: unknown) =>
  fault instanceof ChunkLate || (fault instanceof Error && SAID.test(fault.message))

/** Resolves to the chunk; rejects if it takes too long. */
export async function withChunkTimeout<T>(part: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new ChunkLate('a part of the program is late')),
    CHUNK_TIMEOUT_MS,
  )
  try {
    return await Promise.race([part, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
