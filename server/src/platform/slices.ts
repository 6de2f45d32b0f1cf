import { setImmediate as turn } from 'node:timers/promises'

/** What others wait for at most, beside what is done between two questions. */
const SLICE_MS = 8

/**
 * Divides long work on the event loop by the time that it takes: parts that are counted take long where each is expensive. Whoever
 * works asks often, and lets others go first when a slice is over.
 */
export function openSlices(clock: () => number = () => performance.now()) {
  let begun = clock()
  return {
    isOver: () => clock() - begun >= SLICE_MS,
    async next(): Promise<void> {
      await turn()
      begun = clock()
    },
  }
}
