/** Below this a difference is the answer's way, not a wrong clock. */
const TOLERATED_MS = 5000
let aheadMs = 0

/** Takes the server's clock over, by what its newest answer says. */
export function setServerClock(said: Date, here = Date.now()) {
  const ahead = said.getTime() - here
  aheadMs = Math.abs(ahead) < TOLERATED_MS ? 0 : ahead
}

/** What time it is at the server: the clock of the owner's device may be wrong. */
export const serverNow = () => new Date(Date.now() + aheadMs)
