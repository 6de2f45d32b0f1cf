type Close = () => Promise<unknown> | unknown

/** Collects close functions; runs all of them in reverse order even if one fails, then throws the first error. */
export function createShutdown() {
  const closings: Close[] = []
  let closed: Promise<void> | undefined
  async function closeAll() {
    const faults: unknown[] = []
    for (const end of closings.toReversed())
      await Promise.resolve()
        .then(end)
        .catch((fault: unknown) => faults.push(fault))
    if (faults.length > 0) throw faults[0]
  }
  return {
    onClose: (close: Close) => void closings.push(close),
    /** Runs once, however often it is called. */
    close() {
      closed ??= closeAll()
      return closed
    },
  }
}
