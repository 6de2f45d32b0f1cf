/** For so long a result is remembered. */
const KEPT_MS = 30_000
/** Soon after a failure the next check begins, so that a mail server's recovery is noticed. */
const BAD_FOR_MS = 1000

/**
 * Remembers whether a mail server is reachable; `verify` rejects if it is not. One check at a time: while it lasts,
 * a server that was unreachable just before still is. Only those who ask when nothing is known wait for a check.
 */
export function reachability(verify: () => Promise<unknown>, now: () => Date) {
  let seen = { reachable: false, at: -KEPT_MS }
  let looking: Promise<boolean> | undefined

  function note(reachable: boolean): boolean {
    seen = { reachable, at: now().getTime() }
    return reachable
  }
  async function look() {
    const reachable = await verify().then(
      () => true,
      () => false,
    )
    looking = undefined
    return note(reachable)
  }
  return {
    note,
    async isReachable(): Promise<boolean> {
      const age = now().getTime() - seen.at
      if (age < (seen.reachable ? KEPT_MS : BAD_FOR_MS)) return seen.reachable
      looking ??= look()
      return age < KEPT_MS ? seen.reachable : looking
    },
  }
}
