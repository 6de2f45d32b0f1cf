import { setImmediate as turn } from 'node:timers/promises'

/** What others wait for at most, beside what is done between two questions. */
const SLICE_MS = 8

/**
 * Divides long work on the event loop by the time that it takes: parts that are counted take long where each is expensive. Whoever
 * works asks often, and lets others go first when a slice is over.
 */
export function openSlices(clock: () => number = () => performance.now()) {
  let begun = clock()
  async function next() {
    await turn()
    begun = clock()
  }
  const isOver = () => clock() - begun >= SLICE_MS
  return {
    isOver,
    next,
    /** Like Array.map, letting others go first between slices. */
    async map<A, B>(items: readonly A[], make: (item: A, i: number) => B): Promise<B[]> {
      const made: B[] = []
      for (const [i, item] of items.entries()) {
        if (isOver()) await next()
        made.push(make(item, i))
      }
      return made
    },
    /** Takes all steps of some work, letting others go first between slices; resolves to what the work returns. */
    async finish<T>(steps: Iterator<undefined, T, undefined>): Promise<T> {
      for (let step = steps.next(); ; step = steps.next()) {
        if (step.done) return step.value
        if (isOver()) await next()
      }
    },
  }
}
export type Slices = ReturnType<typeof openSlices>
