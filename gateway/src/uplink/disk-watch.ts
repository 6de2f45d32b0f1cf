import type { Log } from '../log.ts'

/** Writes to the state file, which must not stop the gateway if the disk is full. */
export function watchDisk(log: Log) {
  let fault: string | null = null
  return {
    /** Logs the first of several equal faults in a row. What could not be written is written again later, by the caller. */
    tryToWrite(write: () => void) {
      try {
        write()
        fault = null
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        if (reason !== fault) log(`state file: ${reason}`)
        fault = reason
      }
    },
    /** Why the last attempt failed; null = it did not. */
    fault: () => fault,
  }
}
