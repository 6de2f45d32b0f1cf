type Close = () => Promise<unknown> | unknown

/** What is to be closed, the last opened first, all of it even where one fails; the first fault is thrown then. */
export function openClosings() {
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
    /** Once, however often it is called. */
    close() {
      closed ??= closeAll()
      return closed
    },
  }
}
