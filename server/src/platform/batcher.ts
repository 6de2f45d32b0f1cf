import { setImmediate as turn } from 'node:timers/promises'

type Waiting<T, R> = { readonly item: T; readonly answered: PromiseWithResolvers<R> }

/** Batches work: requests that arrive while a batch is being processed form the next one. */
export function createBatcher<T, R>(
  work: (items: readonly T[]) => Promise<readonly R[]>,
): (item: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = []
  let busy = false

  async function workOnce() {
    const batch = waiting
    waiting = []
    try {
      const answers = await work(batch.map(({ item }) => item))
      for (const [i, { answered }] of batch.entries()) {
        const answer = answers[i]
        if (answer === undefined) answered.reject(new Error('an answer is missing'))
        else answered.resolve(answer)
      }
    } catch (error) {
      for (const { answered } of batch) answered.reject(error)
    }
  }
  async function workOff() {
    busy = true
    // Includes everything that arrives in this turn of the event loop.
    do {
      await turn()
      await workOnce()
    } while (waiting.length > 0)
    busy = false
  }
  return (item) => {
    const answered = Promise.withResolvers<R>()
    waiting.push({ item, answered })
    if (!busy) void workOff()
    return answered.promise
  }
}
