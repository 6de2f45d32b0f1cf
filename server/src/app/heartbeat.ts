/** How often the server reports to its launcher that its event loop is running, in ms. */
export const HEARTBEAT_MS = 5000

/** Sends heartbeats as long as the launcher is connected. */
export function startHeartbeat() {
  setInterval(() => process.connected && process.send?.('alive'), HEARTBEAT_MS).unref()
}
