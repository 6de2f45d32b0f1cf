/** A smaller difference is network latency, not a wrong clock. */
const TOLERATED_MS = 5000
let aheadMs = 0

/** Sets the server's clock from its latest answer. */
export function setServerClock(serverTime: Date, here = Date.now()) {
  const ahead = serverTime.getTime() - here
  aheadMs = Math.abs(ahead) < TOLERATED_MS ? 0 : ahead
}

/** The time at the server: the clock of the owner's device may be wrong. */
export const serverNow = () => new Date(Date.now() + aheadMs)
