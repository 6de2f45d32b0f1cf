/** Names of a unit's own states. */
export const storage = {
  connected: 'connected',
  standby: 'standby',
  on: 'on',
  off: 'off',
  unknown: 'unknown',
}
