/** What a unit's own state is called. */
export const storage = {
  connected: 'connected',
  standby: 'standby',
  on: 'on',
  off: 'off',
  unknown: 'unknown',
}
