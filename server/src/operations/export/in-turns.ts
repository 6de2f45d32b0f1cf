/**
 * Yields what `source` yields, and waits for a turn before each of its steps: between them, while nobody reads, it
 * holds none. `run` runs one step when it is its turn.
 */
export async function* inTurns<T>(
  source: AsyncIterable<T>,
  run: (step: () => Promise<IteratorResult<T>>) => Promise<IteratorResult<T>>,
): AsyncGenerator<T> {
  const steps = source[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await run(() => steps.next())
      if (done) return
      yield value
    }
  } finally {
    await steps.return?.()
  }
}
