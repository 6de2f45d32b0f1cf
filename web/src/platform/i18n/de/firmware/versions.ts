/** Names of a unit's versioned components, and how a version changes. */
export const versions = {
  chip: {
    bms: 'Batteriemanagement',
    inverter: 'Wechselrichter',
    gateway: 'Kommunikation',
  },
  of: '{{chip}} {{version}}',
  change: '{{chip}} {{from}} → {{to}}',
  changeUnknown: '{{chip}} → {{to}}',
  installed: '{{changes}} installiert.',
  notInstalled: '{{changes}} nicht installiert.',
}
