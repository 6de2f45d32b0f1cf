/** Held, shared, by each tab of this origin that has a session's state, for as long: nothing may wait for it. */
export const STATE_LOCK = 'session state'
/** Null outside of secure contexts. */
const locks = (): LockManager | null => ('locks' in navigator ? navigator.locks : null)

/** Resolves to true if some tab has a session's state, however busy it is; false also where that cannot be known. */
export async function isStateHeld(): Promise<boolean> {
  const { held = [] } =
    (await locks()
      ?.query()
      .catch(() => null)) ?? {}
  return held.some(({ name }) => name === STATE_LOCK)
}

/** The lock of this tab. It keeps a page out of the back/forward cache while it is held. */
export function openTabLock() {
  let release: (() => void) | null = null
  return {
    hold() {
      if (release) return
      const { promise, resolve } = Promise.withResolvers<void>()
      release = resolve
      locks()
        ?.request(STATE_LOCK, { mode: 'shared' }, () => promise)
        .catch(() => undefined)
    },
    release() {
      release?.()
      release = null
    },
  }
}
