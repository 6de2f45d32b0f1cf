const GOOD_FOR_MS = 30_000
/** Short, so that a mail server's recovery is noticed. */
const BAD_FOR_MS = 1000

/** Caches whether a mail server is reachable; `verify` rejects if it is not. One check at a time. */
export function reachability(verify: () => Promise<unknown>, now: () => Date) {
  let seen = { reachable: false, until: 0 }
  let looking: Promise<boolean> | undefined

  function note(reachable: boolean): boolean {
    seen = { reachable, until: now().getTime() + (reachable ? GOOD_FOR_MS : BAD_FOR_MS) }
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
      if (now().getTime() < seen.until) return seen.reachable
      looking ??= look()
      return looking
    },
  }
}
