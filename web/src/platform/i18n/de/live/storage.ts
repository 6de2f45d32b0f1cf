/** Names of a unit's own states. */
export const storage = {
  connected: 'verbunden',
  standby: 'Standby',
  on: 'ein',
  off: 'aus',
  unknown: 'unbekannt',
}
