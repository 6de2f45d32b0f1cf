/** What browsers say when a part of the program cannot be loaded: offline, or replaced by a newer version. */
const SAID = /dynamically imported module|Importing a module script failed|preload CSS/i

/** SHL-07: how long a part of the program may take to come. */
export const CHUNK_TIMEOUT_MS = 120_000

class ChunkLate extends Error {}

/** Whether a part of the program could not be loaded, or not in time. */
export const isChunkFault = (fault: unknown) =>
  fault instanceof ChunkLate || (fault instanceof Error && SAID.test(fault.message))

/** A part of the program, unless it takes too long. */
export async function inTime<T>(part: Promise<T>): Promise<T> {
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
