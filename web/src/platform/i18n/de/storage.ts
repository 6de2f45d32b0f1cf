/** What a unit's own state is called. */
export const storage = {
  connected: 'verbunden',
  standby: 'Standby',
  on: 'ein',
  off: 'aus',
  unknown: 'unbekannt',
}
