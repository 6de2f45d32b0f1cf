const WINDOW_MS = 60_000
const MAX_KEYS = 10_000
const MAX_FAILURES = { ofAddress: 200, ofUnit: 10 }

/**
 * Slows down who guesses: after some failures in a minute a unit's sign-in from that address is refused unseen; after
 * many, everybody's from there.
 */
export function failedAttempts(now: () => Date) {
  const failures = new Map<string, number>()
  let windowEnds = 0

  function recent() {
    if (now().getTime() >= windowEnds || failures.size > MAX_KEYS) {
      failures.clear()
      windowEnds = now().getTime() + WINDOW_MS
    }
    return failures
  }
  return {
    tooMany: (address: string, sn: string) =>
      (recent().get(address) ?? 0) >= MAX_FAILURES.ofAddress ||
      (recent().get(`${address} ${sn}`) ?? 0) >= MAX_FAILURES.ofUnit,
    note(address: string, sn: string) {
      for (const key of [address, `${address} ${sn}`]) recent().set(key, (recent().get(key) ?? 0) + 1)
    },
  }
}
