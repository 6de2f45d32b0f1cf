/** How often the server says to its launcher that its event loop turns, in ms. */
export const BEAT_MS = 5000

/** Says so as long as somebody listens. */
export function startHeartbeat() {
  setInterval(() => process.connected && process.send?.('alive'), BEAT_MS).unref()
}
